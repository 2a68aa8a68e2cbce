import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { idsOfUser, type Question } from './questions.ts'

/** Returns the number of responses that Debian's wrk received in that time. A response other than 2xx fails the bench. */
export async function wrk(
  question: Question,
  address: string,
  headers: Record<string, string>,
  seconds: number,
  connections: number,
) {
  const folder = mkdtempSync(join(tmpdir(), 'maslul-wrk-'))
  const file = join(folder, 'ask.lua')
  writeFileSync(file, script(question, new URL(address).pathname))
  const all = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  try {
    const { stdout } = await promisify(execFile)('wrk', [
      '-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', ...all, '-s', file, address,
    ]) // prettier-ignore
    const done = /(\d+) requests in/.exec(stdout)?.[1]
    if (!done || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`wrk: ${stdout}`)
    return Number(done)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function script({ method, path, body }: Question, prefix: string) {
  const [before = '', after] = `${prefix}${path}`.split('{id}')
  const target =
    after === undefined
      ? `[[${before}]]`
      : `[[${before}]] .. (${idsOfUser.step} * math.random(1, ${idsOfUser.most})) .. [[${after}]]`
  return `wrk.method = "${method}"\n${body ? `wrk.body = [[${body}]]\n` : ''}function request() return wrk.format(nil, ${target}) end\n`
}
