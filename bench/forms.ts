// Does the logic of forms equal its slow second implementation on 10,000 random forms?
import { parseArgs } from 'node:util'
import { compareWithOracle } from '#platform/forms/logic/oracle-check.fixture.ts'

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1e9) },
  },
})
const [rounds, first] = [Number(values.rounds), Number(values.seed)]
const say = (text: string) => process.stdout.write(`${text}\n`)

const began = performance.now()
let [fields, shown] = [0, 0]
for (let seed = first; seed < first + rounds; seed++) {
  const compared = compareWithOracle(seed)
  if (compared.difference) throw new Error(compared.difference)
  fields += compared.fields
  shown += compared.shown
}
const seconds = ((performance.now() - began) / 1000).toFixed(1)
say(
  `${rounds} random forms from seed ${first}: ${fields} fields, ${fields - shown} of them hidden, no difference (${seconds} s)`,
)
