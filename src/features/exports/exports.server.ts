// export-contacts: streams the contact list as a file, limited to rows visible to the caller.
import { filterOf, sortOf } from '#features/contact-list/contact-list.ts'
import type { CustomFieldDef } from '#platform/fields/fields.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineEndpoint, type EndpointContext } from '#kernel/functions/functions.ts'
import { sheetResponse } from '#lib/spreadsheets/sheet-response.ts'
import { ExportContacts, refusals } from './exports.ts'
import { type ExportedPerson, headerCells, dataRow } from './csv-row.ts'

/** Contacts read per transaction. */
const page = 1000

export const exportContacts = defineEndpoint({
  name: 'export-contacts',
  caller: async (db) => (await db.one<{ may: boolean }>(`select public.has_role('owner', 'admin') as may`)).may,
  methods: ['POST'],
  perClient: { burst: 20, refillMs: 600_000 },
  refusals,
  async fetch(request, { transaction }) {
    const parsed = ExportContacts.safeParse(await request.json().catch(() => undefined))
    if (!parsed.success) throw new Refusal('invalid_input', 422, parsed.error.issues[0]?.message ?? 'Invalid input')
    const { format, search, ids, but } = parsed.data
    const { people, fields, names } = await transaction(async (db) => {
      const found = await db.query<{ id: string }>('select id from exported_ids($1, $2, $3, $4) id', [
        filterOf(search),
        sortOf(search),
        ids ?? null,
        but,
      ])
      await db.query(`insert into exports (list, format, search, row_count) values ('contacts', $1, $2, $3)`, [
        format,
        search,
        found.length,
      ])
      return {
        people: found.map(({ id }) => id),
        fields: await db.query<CustomFieldDef>(
          `select * from custom_field_defs where entity = 'contact' and deleted_at is null order by position, label`,
        ),
        names: await db.query<{ user_id: string; name: string }>('select user_id, name from staff_members()'),
      }
    })
    const byId = new Map(names.map(({ user_id, name }) => [user_id, name]))
    const context = { fields, nameOf: (id: string | null) => (id === null ? undefined : byId.get(id)) }
    async function* lines() {
      yield headerCells(context)
      for (let at = 0; at < people.length; at += page)
        for (const person of await readPeople(transaction, people.slice(at, at + page))) yield dataRow(person, context)
    }
    return sheetResponse(format, 'אנשי קשר', lines())
  },
})

const readPeople = (transaction: EndpointContext['transaction'], ids: readonly string[]) =>
  transaction((db) =>
    db.query<ExportedPerson>(
      `select c.first_name, c.last_name, c.lifecycle, c.owner_id, c.source, c.do_not_contact, c.external_id, d.custom,
         c.birth_date::text, h.name as household,
         (c.created_at at time zone 'Asia/Jerusalem')::date::text as created_on,
         (c.last_activity_at at time zone 'Asia/Jerusalem')::date::text as last_activity_on,
         (c.next_step_at at time zone 'Asia/Jerusalem')::date::text as next_step_on,
         array(select p.value_norm from contact_points p where p.contact_id = c.id and p.kind = 'phone' order by p.is_primary desc, p.created_at, p.id) as phones,
         array(select p.value_norm from contact_points p where p.contact_id = c.id and p.kind = 'email' order by p.is_primary desc, p.created_at, p.id) as emails,
         array(select t.name from contact_tags ct join tags t on t.id = ct.tag_id where ct.contact_id = c.id order by t.name) as tags,
         exists (select from current_consents k where k.contact_id = c.id and k.channel = 'email' and k.purpose = 'marketing' and k.action = 'grant') as agreed
       from unnest($1::uuid[]) with ordinality chosen (id, place)
       join contacts c on c.id = chosen.id join contact_staff_details d on d.contact_id = c.id left join households h on h.id = c.household_id
       order by chosen.place`,
      [ids],
    ),
  )
