import { expect, test } from 'vitest'
import { FormDefinition } from '../definition/definition-schema.ts'
import { evaluateForm } from './evaluate-form.ts'
import { fieldsOfStep, stepsOf } from './form-steps.ts'

const form = (mode: 'classic' | 'one_question') =>
  FormDefinition.parse({
    format: 1,
    title: 'טופס',
    mode,
    pages: [
      {
        key: 'one',
        groups: [
          {
            key: 'first',
            fields: [
              { kind: 'statement', key: 'hello', label: 'שלום' },
              { kind: 'yes_no', key: 'couple', label: 'בזוג?' },
              { kind: 'text', key: 'partner', label: 'שם', showIf: { field: 'couple', has: 'yes' } },
            ],
          },
          { key: 'second', fields: [{ kind: 'number', key: 'age', label: 'גיל' }, { kind: 'statement', key: 'note', label: 'הערה' }] }, // prettier-ignore
        ],
      },
      { key: 'two', groups: [{ key: 'third', fields: [{ kind: 'statement', key: 'bye', label: 'סוף' }] }] },
    ],
    endings: [{ key: 'end', title: 'תודה' }],
  })
const stepsWith = (mode: 'classic' | 'one_question', answers: Record<string, boolean>) =>
  stepsOf(form(mode), evaluateForm(form(mode), answers, '2026-11-25')).map((step) => [
    step.key,
    fieldsOfStep(step).map(({ key }) => key),
  ])

test('the steps of a classic form are its pages with their visible fields', () => {
  expect(stepsWith('classic', {})).toEqual([
    ['one', ['hello', 'couple', 'age', 'note']],
    ['two', ['bye']],
  ])
})

test('in one-question mode each question is a step, with the texts around it', () => {
  expect(stepsWith('one_question', { couple: true })).toEqual([
    ['couple', ['hello', 'couple']],
    ['partner', ['partner']],
    ['age', ['age', 'note']],
    ['bye', ['bye']],
  ])
})
