// Runs the Google fake as a separate process, for e2e tests: node scripts/google.ts PORT ORIGIN SECRET
import { startGoogle } from '#integrations/google.fake.ts'

const [port, origin = '', clientSecret = ''] = process.argv.slice(2)
await startGoogle({ origins: [origin], port: Number(port), clientSecret })
