// Tags of the demo business and its contacts.
import { demoContactId } from '#features/contacts/contacts.seed.ts'
import { seedId } from '#lib/seed-id.ts'
import { type ContactTag, type Tag, tagColors } from '#platform/tags/tags.ts'

const carried: Record<string, readonly string[]> = {
  'הורים לפעוטות': ['noa', 'dor', 'itay', 'shira'],
  עצמאים: ['maya', 'gal', 'omer'],
  'לפני פרישה': ['yoav', 'eyal'],
  זוג: ['liat', 'sagi', 'rinat'],
  יחידים: ['gal', 'amir'],
  דחוף: ['doctor'],
}

const idOf = (at: number) => seedId(40, at + 1)

export const demoTags = () =>
  Object.keys(carried).map((name, at) => ({
    id: idOf(at),
    name,
    color: tagColors[at % tagColors.length]!,
    is_demo: true,
  })) satisfies Partial<Tag>[]

export const demoContactTags = () =>
  Object.values(carried).flatMap((people, at) =>
    people.map((key) => ({ contact_id: demoContactId(key), tag_id: idOf(at) })),
  ) satisfies Partial<ContactTag>[]
