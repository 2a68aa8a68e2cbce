// Google's stand-in as a process of its own, for stories in the browser: node scripts/google.ts PORT ORIGIN SECRET
import { startGoogle } from '#integrations/google.fake.ts'

const [port, origin = '', clientSecret = ''] = process.argv.slice(2)
await startGoogle({ origins: [origin], port: Number(port), clientSecret })
