// Contact requests of three demo families, and the marketing consents of those who agreed.
import { createHash } from 'node:crypto'
import { ago, demoContactId, demoFamilies, demoPhone } from '#features/contacts/contacts.seed.ts'
import { demoPipeline, demoOpportunityId } from '#features/opportunities/opportunities.seed.ts'
import { seedId } from '#lib/seed-id.ts'
import { type Topic, topicLabels } from './topics.ts'

const requests: readonly { key: string; topic: Topic; message: string; hoursAgo: number }[] = [
  {
    key: 'tamar',
    topic: 'session',
    message: 'היי, ראיתי את השאלון ואשמח להבין מה מתאים לי. נוח לי אחרי שש בערב.',
    hoursAgo: 1,
  },
  { key: 'avi', topic: 'session', message: 'צריך לעשות סדר אחרי תקופה לא פשוטה.', hoursAgo: 49 },
  { key: 'jenny', topic: 'program', message: 'מתי נפתח המחזור הבא של התוכנית?', hoursAgo: 73 },
]

const emailOf = (key: string) => `${key}@example.com`

export const demoContactRequests = (now: Date) =>
  requests.map(({ key, topic, message, hoursAgo }, i) => ({
    id: seedId(7, i + 1),
    ticket_number: 481_001 + 1_307 * i,
    contact_id: demoContactId(key),
    opportunity_id: demoOpportunityId(demoPipeline.find((row) => row.contact === key)!.name),
    name: demoFamilies.find((family) => family.key === key)!.name,
    phone: demoPhone(key),
    email: emailOf(key),
    topic,
    message,
    words_hash: createHash('sha256').update(message).digest('hex'),
    source_url: '/contact',
    created_at: ago(now, 0, hoursAgo),
    holds_until: ago(now, 0, hoursAgo - 24),
    is_demo: true,
  }))

export const demoRequestActivities = (now: Date) =>
  demoContactRequests(now).map((request) => ({
    type: 'contact_request.received',
    happened_at: request.created_at,
    actor_kind: 'contact',
    actor_id: request.contact_id,
    contact_id: request.contact_id,
    opportunity_id: request.opportunity_id,
    related_type: 'contact_request',
    related_id: request.id,
    title_cache: topicLabels[request.topic],
    payload: {
      topic: topicLabels[request.topic],
      text: request.message,
      name: request.name,
      phone: request.phone,
      email: request.email,
      ticket: String(request.ticket_number),
    },
    pinned_at: null,
    is_demo: true,
  }))

const agreed = ['noa', 'itay', 'yoav', 'dana', 'jenny', 'shira', 'rinat', 'omer']

/** `textId`: the consent text shown beside the checkbox. */
export const demoConsents = (textId: string, now: Date) =>
  agreed.flatMap((key, i) => {
    const { daysAgo } = demoFamilies.find((family) => family.key === key)!
    const consent = {
      contact_id: demoContactId(key),
      purpose: 'marketing',
      action: 'grant',
      text_version_id: textId,
      source_type: 'demo',
      source_url: '/contact',
      at: ago(now, daysAgo, 1),
      is_demo: true,
    }
    return [
      { ...consent, id: seedId(8, i * 3 + 1), channel: 'email', value_norm: emailOf(key) },
      { ...consent, id: seedId(8, i * 3 + 2), channel: 'sms', value_norm: demoPhone(key) },
      { ...consent, id: seedId(8, i * 3 + 3), channel: 'whatsapp', value_norm: demoPhone(key) },
    ]
  })
