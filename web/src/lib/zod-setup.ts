// Must be imported with zod, which otherwise compiles its checks with `new Function`; the Content-Security-Policy
// blocks that.
import { config } from 'zod/v4/core';

config({ jitless: true });
