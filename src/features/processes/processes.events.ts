// Events of processes, their stages and documents: names and payloads. Written by triggers.
import { z } from '#lib/schema.ts'
import type { EventDeclarations } from '#platform/events/events.ts'

/** @public A test compares them with what the database writes. */
const Stage = z.strictObject({ client_process_id: z.uuid(), process_stage_id: z.uuid(), coach_id: z.uuid().optional() })

const Document = z.strictObject({ stage_instance_id: z.uuid(), stage_document_id: z.uuid(), name: z.string() })

const Process = z.strictObject({ coach_id: z.uuid().optional() })

export const events = {
  'process.completed': { label: 'הסתיים תהליך', payload: Process },
  'client.idle': { label: 'שבועיים בלי פעילות באזור האישי', payload: Process },
  'stage.opened': { label: 'נפתח שלב בתהליך', payload: Stage },
  'stage.done': { label: 'הושלם שלב בתהליך', payload: Stage },
  'stage.late': { label: 'מועד השלב עבר', payload: Stage },
  'document.received': { label: 'התקבל מסמך לשלב', payload: Document },
  'document.approved': { label: 'אושר מסמך של שלב', payload: Document },
  'document.returned': { label: 'הוחזר מסמך של שלב', payload: Document },
} as const satisfies EventDeclarations
