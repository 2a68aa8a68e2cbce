// The upper bound: only password hashing, on all cores, in a separate process. Prints the number of passwords checked per second.
import { availableParallelism } from 'node:os'
import { verify } from '@node-rs/argon2'

const [stored = '', password = '', seconds = '3'] = process.argv.slice(2)
const until = performance.now() + Number(seconds) * 1000
const began = performance.now()
let checked = 0

async function check() {
  while (performance.now() < until) {
    if (!(await verify(stored, password))) throw new Error('The hash is of another password')
    checked++
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, check))
process.stdout.write(String(checked / ((performance.now() - began) / 1000)))
