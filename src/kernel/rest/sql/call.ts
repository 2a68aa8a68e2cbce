import type { CallPlan } from '../planning/call-plan.ts'
import { type Parameters, ident, qualified } from './text.ts'

/** The rows of a function, or its scalar result as `pgrst_scalar`. */
export function callSql({ function: callable, given }: CallPlan, parameters: Parameters): string {
  const name = qualified(callable.schema, callable.name)
  const isComposite = callable.returns.kind === 'composite'
  const { isRecord } = callable.returns
  const result = (call: string, before = '') =>
    isComposite
      ? `SELECT pgrst_call.* FROM ${before}${call} AS pgrst_call`
      : `SELECT pgrst_call.pgrst_scalar FROM ${before}${isRecord ? `(SELECT ${call})` : call} AS pgrst_call(pgrst_scalar)`
  if (given.kind === 'body') return result(`${name}(${parameters.bind(given.text)}::${given.type})`)
  if (given.kind === 'texts') {
    const list = given.values.map(({ argument, texts }) =>
      argument.isVariadic
        ? `VARIADIC ${ident(argument.name)} := ARRAY[${texts.map((text) => parameters.bind(text)).join(', ')}]::${argument.type}`
        : `${ident(argument.name)} := ${parameters.bind(texts.at(-1)!)}::${argument.type}`,
    )
    return result(`${name}(${list.join(', ')})`)
  }
  if (given.arguments.length === 0) return result(`${name}()`)
  const types = given.arguments.map((argument) => `${ident(argument.name)} ${argument.type}`).join(', ')
  const list = given.arguments.map(
    (argument) =>
      `${argument.isVariadic ? 'VARIADIC ' : ''}${ident(argument.name)} := pgrst_given.${ident(argument.name)}`,
  )
  const source = `json_to_record(${parameters.bind(given.json)}) AS pgrst_given(${types})`
  return result(`${name}(${list.join(', ')})`, `${source}, LATERAL `)
}
