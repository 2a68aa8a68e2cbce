// The testable rules of sections 2 to 9 of the specification (numbers, texts, orders), each with its test.
import { chromeAndGuards } from './rules/section-2.ts'
import { entities } from './rules/section-3.ts'
import { states } from './rules/section-4.ts'
import { validation } from './rules/section-5.ts'
import { permissions } from './rules/section-6.ts'
import { calls } from './rules/section-7.ts'
import { errors } from './rules/section-8.ts'
import { limits } from './rules/section-9.ts'
import type { Rule } from './rules/rule.ts'

const sections: Record<number, readonly Rule[]> = {
  2: chromeAndGuards,
  3: entities,
  4: states,
  5: validation,
  6: permissions,
  7: calls,
  8: errors,
  9: limits,
}

export const rules = Object.entries(sections).flatMap(([section, of]) =>
  of.map((rule) => ({ ...rule, section: Number(section) })),
)
