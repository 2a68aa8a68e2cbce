// Filters as SQL. Names come from the plan, values become parameters.
import type { Comparison, Operation } from '../parsing/filter.ts'
import type { ColumnRef } from '../planning/column-ref.ts'
import { type From, columnRefSql } from './column-ref.ts'
import { type Parameters, arrayLiteral } from './text.ts'

const operators: Record<Comparison, string> = {
  eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=', like: 'LIKE', ilike: 'ILIKE', match: '~', imatch: '~*',
  isdistinct: 'IS DISTINCT FROM', cs: '@>', cd: '<@', ov: '&&', sl: '<<', sr: '>>', nxr: '&<', nxl: '&>', adj: '-|-',
} // prettier-ignore

const searches = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}

export function compareSql(ref: ColumnRef, operation: Operation, from: From, parameters: Parameters): string {
  const left = columnRefSql(ref, from, parameters)
  switch (operation.kind) {
    case 'is':
      return `${left} IS ${operation.value.toUpperCase().replace('_', ' ')}`
    case 'in':
      // An empty list matches no row; in.() arrives as a single empty text.
      return `${left} = ANY (${parameters.bind(isEmptyList(operation.values) ? '{}' : arrayLiteral(operation.values))})`
    case 'search':
      return searchSql(left, ref, operation, parameters)
    case 'compare': {
      const { operator, quantifier, value } = operation
      const pattern = operator === 'like' || operator === 'ilike' ? value.replaceAll('*', '%') : value
      const right = parameters.bind(pattern)
      return `${left} ${operators[operator]} ${quantifier ? `${quantifier.toUpperCase()} (${right})` : right}`
    }
  }
}

const isEmptyList = (values: string[]) => values.length === 1 && values[0] === ''

function searchSql(left: string, ref: ColumnRef, operation: Operation & { kind: 'search' }, parameters: Parameters) {
  const language = operation.language === undefined ? '' : `${parameters.bind(operation.language)}::regconfig, `
  // The type of a computed column is unknown here, so it is assumed to be a tsvector.
  const isDocument = ref.path.length === 0 && (ref.isComputed || ref.type === 'tsvector')
  const document = isDocument ? left : `to_tsvector(${language}${left})`
  return `${document} @@ ${searches[operation.query]}(${language}${parameters.bind(operation.value)})`
}
