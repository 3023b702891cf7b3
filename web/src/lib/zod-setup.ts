// Imported beside zod: it would try to compile its checks with `new Function`, which the content policy refuses and reports.
import { config } from 'zod/v4/core';

config({ jitless: true });
