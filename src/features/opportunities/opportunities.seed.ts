// Demo opportunities in every state: new, stalled, won and lost, each with a stage history.
import type { DemoTeam } from '#platform/accounts/accounts.seed.ts'
import { ago, demoContactId, demoFamilies } from '#features/contacts/contacts.seed.ts'
import { seedId } from '#lib/seed-id.ts'
import type { LostReason, PipelineStage } from '#platform/pipelines/pipelines.ts'

type DemoOpportunity = {
  contact: string
  name: string
  stage: string
  shekels: number
  /** Days spent in the current stage. */
  since: number
  owner?: 'owner' | 'coach' | 'sales'
  lostReason?: string
  lostNote?: string
  closesInDays?: number
}

const coaching = 7740

export const demoPipeline: readonly DemoOpportunity[] = [
  { contact: 'tamar', name: 'שיחת היכרות – תמר', stage: 'new', shekels: 0, since: 0 },
  { contact: 'tzachi', name: 'ליווי משפחתי – צח"י', stage: 'new', shekels: coaching, since: 1, owner: 'sales' },
  { contact: 'avi', name: 'סדר ב־90 דקות – אבי', stage: 'new', shekels: 490, since: 2 },
  { contact: 'jenny', name: 'בית מאוזן – ג׳ני', stage: 'new', shekels: 690, since: 3 },
  { contact: 'sara', name: 'ליווי משפחתי – שרה', stage: 'contacted', shekels: coaching, since: 2, owner: 'sales' },
  { contact: 'yael', name: 'ליווי משפחתי – יעל', stage: 'contacted', shekels: coaching, since: 4, owner: 'sales' },
  { contact: 'gal', name: 'בית מאוזן – גל', stage: 'contacted', shekels: 690, since: 8, owner: 'coach' },
  {
    contact: 'noa',
    name: 'ליווי משפחתי – נועה',
    stage: 'call_scheduled',
    shekels: coaching,
    since: 3,
    owner: 'sales',
    closesInDays: 20,
  },
  {
    contact: 'liat',
    name: 'ליווי משפחתי – ליאת ושגיא',
    stage: 'call_scheduled',
    shekels: coaching,
    since: 1,
    owner: 'sales',
    closesInDays: 25,
  },
  { contact: 'amir', name: 'סדר ב־90 דקות – אמיר', stage: 'call_scheduled', shekels: 490, since: 6, owner: 'coach' },
  {
    contact: 'doctor',
    name: 'ליווי משפחתי – ד"ר מורן',
    stage: 'call_done',
    shekels: coaching,
    since: 1,
    owner: 'owner',
    closesInDays: 14,
  },
  { contact: 'omer', name: 'בית מאוזן – עומר', stage: 'call_done', shekels: 690, since: 5, owner: 'sales' },
  {
    contact: 'maya',
    name: 'סדר ב־90 דקות – מאיה',
    stage: 'proposal',
    shekels: 490,
    since: 4,
    owner: 'sales',
    closesInDays: 7,
  },
  {
    contact: 'school',
    name: 'סדנה להורים – עידית',
    stage: 'proposal',
    shekels: 2500,
    since: 2,
    owner: 'owner',
    closesInDays: 30,
  },
  {
    contact: 'hadas',
    name: 'ליווי משפחתי – הדס',
    stage: 'proposal',
    shekels: coaching,
    since: 11,
    owner: 'sales',
    closesInDays: 5,
  },
  {
    contact: 'yoav',
    name: 'ליווי משפחתי – יואב',
    stage: 'followup',
    shekels: coaching,
    since: 9,
    owner: 'coach',
    closesInDays: 12,
  },
  { contact: 'nir', name: 'בית מאוזן – ניר', stage: 'followup', shekels: 690, since: 26, owner: 'sales' },
  { contact: 'itay', name: 'בית מאוזן – איתי', stage: 'won', shekels: 690, since: 40, owner: 'coach' },
  { contact: 'rinat', name: 'ליווי משפחתי – רינת', stage: 'won', shekels: coaching, since: 18, owner: 'coach' },
  { contact: 'eyal', name: 'ליווי משפחתי – אייל', stage: 'won', shekels: coaching, since: 52, owner: 'coach' },
  {
    contact: 'dana',
    name: 'ליווי משפחתי – דנה',
    stage: 'lost',
    shekels: coaching,
    since: 20,
    owner: 'sales',
    lostReason: 'תזמון',
    lostNote: 'ביקשו לחזור אחרי החגים',
  },
  {
    contact: 'gal',
    name: 'סדר ב־90 דקות – גל',
    stage: 'lost',
    shekels: 490,
    since: 10,
    owner: 'coach',
    lostReason: 'אין מענה',
  },
  { contact: 'omer', name: 'ליווי משפחתי – עומר', stage: 'nurture', shekels: coaching, since: 15, owner: 'sales' },
  { contact: 'dana', name: 'בית מאוזן – דנה', stage: 'nurture', shekels: 690, since: 12, owner: 'sales' },
]

export const demoOpportunityId = (name: string) => seedId(4, demoPipeline.findIndex((row) => row.name === name) + 1)

const road = ['new', 'contacted', 'call_scheduled', 'call_done', 'proposal', 'followup']
const wayTo: Record<string, string[]> = {
  won: ['new', 'contacted', 'call_scheduled', 'call_done', 'proposal', 'won'],
  lost: ['new', 'contacted', 'lost'],
  nurture: ['new', 'contacted', 'nurture'],
}

/** The stage history of an opportunity, evenly spread from its creation to its current stage. */
export function demoStagesOf(row: DemoOpportunity, now: Date): { stage: string; at: string }[] {
  const way = wayTo[row.stage] ?? road.slice(0, road.indexOf(row.stage) + 1)
  const born = Math.max(demoFamilies.find((family) => family.key === row.contact)!.daysAgo, row.since)
  return way.map((stage, i) => ({
    stage,
    at: ago(now, way.length === 1 ? row.since : born - ((born - row.since) * i) / (way.length - 1), 0.99),
  }))
}

type Base = { stages: readonly PipelineStage[]; reasons: readonly LostReason[] }

export const demoOpportunities = (team: DemoTeam, { reasons }: Base, now: Date) =>
  demoPipeline.map((row, i) => {
    const journey = demoStagesOf(row, now)
    const isClosed = row.stage === 'won' || row.stage === 'lost'
    const enteredAt = journey.at(-1)!.at
    return {
      id: demoOpportunityId(row.name),
      name: row.name,
      contact_id: demoContactId(row.contact),
      stage: row.stage,
      amount_agorot: row.shekels * 100,
      expected_close_on: row.closesInDays === undefined ? null : ago(now, -row.closesInDays).slice(0, 10),
      owner_id: row.owner ? team[row.owner] : null,
      source: demoFamilies.find((family) => family.key === row.contact)!.source,
      lost_reason_id: reasons.find((reason) => reason.name === row.lostReason)?.id ?? null,
      lost_note: row.lostNote ?? null,
      stage_entered_at: enteredAt,
      closed_at: isClosed ? enteredAt : null,
      rank: (500_000_000_000 + i).toString(),
      created_at: journey[0]!.at,
      is_demo: true,
    }
  })

export const demoStageHistory = (team: DemoTeam, now: Date) =>
  demoPipeline.flatMap((row) =>
    demoStagesOf(row, now).map(({ stage, at }, i, journey) => ({
      opportunity_id: demoOpportunityId(row.name),
      from_stage: journey[i - 1]?.stage ?? null,
      to_stage: stage,
      at,
      actor_id: i > 0 && row.owner ? team[row.owner] : null,
      seconds_in_from: i > 0 ? Math.round((Date.parse(at) - Date.parse(journey[i - 1]!.at)) / 1000) : null,
      is_demo: true,
    })),
  )
