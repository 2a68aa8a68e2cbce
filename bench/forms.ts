// Does the logic of forms equal its slow reference implementation on 10,000 random forms? And how many submissions per second does the
// server accept, compared with the bare SQL of the same rows?
import { parseArgs } from 'node:util'
import { compareForms } from './forms/logic.ts'
import { measureSubmits } from './forms/submits.ts'
import { makeInstallation, stop } from './installation.ts'

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    forms: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1e9) },
    submits: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
  },
})
const print = (text: string) => process.stdout.write(`${text}\n`)

const { fields, hidden, seconds } = compareForms(Number(values.forms), Number(values.seed))
print(
  `${values.forms} random forms from seed ${values.seed}: ${fields} fields, ${hidden} of them hidden, no difference (${seconds.toFixed(1)} s)`,
)

const installation = await makeInstallation({ DEMO: '0' }, 'src/server/main.ts')
const { child } = await installation.start()
try {
  const results = await measureSubmits(installation, { rounds: Number(values.rounds), submits: Number(values.submits) })
  for (const { ours, bare } of results) print(`${ours.toFixed(0)} submissions a second; bare SQL ${bare.toFixed(0)}`)
  const ratios = results.map(({ ours, bare }) => ours / bare).toSorted((a, b) => a - b)
  print(`median × ${ratios[Math.floor(ratios.length / 2)]!.toFixed(2)} of the bare SQL`)
} finally {
  await stop(child)
  installation.remove()
}
