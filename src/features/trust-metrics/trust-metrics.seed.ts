// Demo metrics, flagged as demo data.
import { seedId } from '#lib/seed-id.ts'
import type { TrustMetric } from './trust-metrics.ts'

const metrics = [
  { value: '6', label: 'שלבים, ולכל שלב יעד מוגדר', source: 'מבנה התהליך' },
  { value: '2', label: 'פגישות בחודש, 60 דקות כל אחת', source: 'מבנה התהליך' },
  { value: '15', label: 'דקות בשבוע בין פגישה לפגישה', source: 'מבנה התהליך' },
] as const

export const demoTrustMetrics = (now: Date) =>
  metrics.map(
    (figure, i) =>
      ({
        id: seedId(32, i + 1),
        ...figure,
        measured_on: now.toISOString().slice(0, 10),
        position: i,
        is_demo: true,
      }) satisfies Partial<TrustMetric>,
  )
