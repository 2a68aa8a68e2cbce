import { expect, test } from 'vitest'
import { createSettingsReader, restDefaults } from './database-settings.ts'

const reader = () => {
  const lines: object[] = []
  const read = createSettingsReader(restDefaults, { warn: (line: object) => void lines.push(line) })
  return {
    lines,
    read: (settings: Record<string, string>) =>
      read(Object.entries(settings).map(([name, value]) => ({ name: `pgrst.${name}`, value }))),
  }
}

test('every supported setting of the database overrides that of the environment', () => {
  const { read, lines } = reader()
  expect(
    read({
      db_schemas: 'public, api',
      db_extra_search_path: '',
      db_max_rows: '7',
      db_aggregates_enabled: 'on',
      db_plan_enabled: 'True',
      db_tx_end: 'rollback',
      db_pre_request: 'private.check',
      openapi_mode: 'disabled',
    }),
  ).toEqual({
    schemas: ['public', 'api'],
    extraSearchPath: [],
    maxRows: 7,
    allowAggregates: true,
    allowPlans: true,
    txEnd: 'rollback',
    preRequest: 'private.check',
    openApi: 'disabled',
  })
  expect(lines).toEqual([])
})

test('a setting that is not supported or invalid is logged once, without its value', () => {
  const { read, lines } = reader()
  for (let i = 0; i < 2; i++)
    expect(read({ jwt_secret: 'secret', db_max_rows: 'many', db_schemas: ' , ' })).toEqual(restDefaults)
  expect(lines).toEqual([
    { setting: 'pgrst.jwt_secret', reason: 'not supported' },
    { setting: 'pgrst.db_max_rows', reason: 'invalid' },
    { setting: 'pgrst.db_schemas', reason: 'invalid' },
  ])
})
