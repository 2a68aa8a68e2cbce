// npm run rotate-key: adds a new encryption key for sealed database columns. The next start re-encrypts all of them with it.
import { readConfig } from '#server/config.ts'
import { rotateSealingKey } from '#server/installation/keys.ts'
import { StartupError } from '#lib/startup-error.ts'

try {
  const { id } = rotateSealingKey(readConfig().dataFolder)
  process.stdout.write(
    `The key ${id} was added to keys.json. Restart the server: it seals everything anew.\n` +
      'With several nodes: stop all of them, give each a copy of keys.json, then start them.\n',
  )
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
