// The baseline: node:http sending the same bytes with the same headers.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [bodyFile = '', headersFile = ''] = process.argv.slice(2)
const body = readFileSync(bodyFile)
const headers = JSON.parse(readFileSync(headersFile, 'utf8')) as Record<string, string>

const server = createServer((_, response) => response.writeHead(200, headers).end(body))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address ? address.port : 0)
})
