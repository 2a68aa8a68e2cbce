import { expect, test } from 'vitest'
import { formatMetric, isMissing, parseMetric, periodName, periodToReport, type ShownMetric } from './metrics.ts'

test('numbers are parsed by unit into agorot, hundredths of a percent, or whole numbers', () => {
  expect(parseMetric('money', '1,250.50 ₪')).toBe(125_050)
  expect(parseMetric('money', '-4,120')).toBe(-412_000)
  expect(parseMetric('percent', '12.5%')).toBe(1_250)
  expect(parseMetric('count', '1,204')).toBe(1_204)
  for (const [unit, typed] of [
    ['money', ''],
    ['money', '12.345'],
    ['money', 'מאה'],
    ['count', '1.5'],
    ['count', '12,34'],
    ['percent', '%'],
    ['money', '9999999999999'],
  ] as const)
    expect(parseMetric(unit, typed)).toBeUndefined()
})

test('values are formatted by unit, and periods by name', () => {
  expect(formatMetric('percent', 1_250)).toContain('12.5')
  expect(formatMetric('count', 1_204)).toBe('1,204')
  expect(periodName('month', '2026-11-01')).toBe('נובמבר 2026')
  expect(periodName('week', '2026-11-22')).toBe('השבוע של 22 בנובמבר')
})

test('the earliest missing period is requested first, and no period after the metric has ended', () => {
  const period = (startsOn: string, dueOn: string, isReported: boolean) => ({
    id: startsOn,
    startsOn,
    dueOn,
    value: isReported ? 1 : null,
    isReported,
  })
  const periods = [
    period('2026-09-01', '2026-10-01', true),
    period('2026-10-01', '2026-11-01', false),
    period('2026-11-01', '2026-12-01', false),
  ]
  const metric: ShownMetric = {
    id: 'a',
    name: 'יתרה',
    unit: 'money',
    every: 'month',
    isShared: true,
    isEnded: false,
    periods,
  }
  expect(periodToReport(metric)?.startsOn).toBe('2026-10-01')
  expect(periodToReport({ ...metric, isEnded: true })).toBeUndefined()
  expect(periods.map((one) => isMissing(one, '2026-11-20'))).toEqual([false, true, false])
})
