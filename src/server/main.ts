// Entry point of npm start, and with --dev of npm run dev.
import { readConfig } from './config.ts'
import { runUntilStopped, printLine } from './installation/lifecycle.ts'
import { release } from './version.ts'
import { start } from './start.ts'

const began = performance.now()

await runUntilStopped(async () => {
  const config = readConfig()
  const running = await start(config, { dev: process.argv.includes('--dev'), say: printLine })
  printLine(
    `\nMaslul ${release} is ready after ${((performance.now() - began) / 1000).toFixed(1)} s: ${config.siteUrl}\n`,
  )
  for (const line of running.greeting) printLine(line)
  return running
})
