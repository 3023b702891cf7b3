// Uploads of one field: progress, outcome and cancellation of each.
import { useCallback, useEffect, useRef, useState } from 'react';
import { toast } from '../../lib/toast';
import { UploadFailure, type UploadOptions } from './request';

/** Uploads one file and returns the URL of the stored picture. */
export type Send = (file: File, watch: UploadOptions) => Promise<string>;

export interface RunningUpload {
  key: number;
  name: string;
  percent: number;
  /** The reason of the failure; shown until dismissed. */
  failed?: string;
}

let count = 0;

/** `onDone` is called for each picture when its upload finishes. */
export function useUploads(sendOne: Send, onDone: (url: string) => void) {
  const [sending, setSending] = useState<RunningUpload[]>([]);
  const stops = useRef(new Map<number, AbortController>());
  const done = useRef(onDone);
  done.current = onDone;
  const sender = useRef(sendOne);
  sender.current = sendOne;

  useEffect(() => {
    const running = stops.current;
    return () => {
      for (const stop of running.values()) stop.abort();
    };
  }, []);

  const change = useCallback((key: number, to: Partial<RunningUpload> | null) => {
    setSending((all) => all.flatMap((one) => (one.key !== key ? [one] : to ? [{ ...one, ...to }] : [])));
  }, []);

  const send = useCallback(
    async (file: File): Promise<'sent' | 'failed' | 'stopped'> => {
      const key = ++count;
      const stop = new AbortController();
      stops.current.set(key, stop);
      setSending((all) => [...all, { key, name: file.name, percent: 0 }]);
      try {
        const onProgress = (percent: number) => change(key, { percent });
        const url = await sender.current(file, { onProgress, signal: stop.signal });
        change(key, null);
        done.current(url);
        return 'sent';
      } catch (failure) {
        if (stop.signal.aborted) {
          change(key, null);
          return 'stopped';
        }
        change(key, { failed: failure instanceof UploadFailure ? failure.message : 'Upload failed' });
        return 'failed';
      } finally {
        stops.current.delete(key);
      }
    },
    [change],
  );

  const start = useCallback(
    async (files: readonly File[]) => {
      // A new upload removes earlier failures from the list.
      setSending((all) => all.filter((one) => !one.failed));
      const ends = await Promise.all(files.map(send));
      const failed = files.filter((_, at) => ends[at] === 'failed');
      if (failed.length === 0) return;
      toast.error(`Failed to upload: ${failed.map((file) => file.name).join(', ')}`);
      const sent = ends.filter((end) => end === 'sent').length;
      if (sent > 0) toast.info(`${sent} out of ${files.length} images uploaded successfully.`);
    },
    [send],
  );

  const stop = useCallback(
    (key: number) => {
      stops.current.get(key)?.abort();
      change(key, null);
    },
    [change],
  );

  return { sending, start, stop };
}
