import { useState } from 'react'
import { isAdmin } from '#platform/accounts/accounts.ts'
import { useAudience } from '#features/campaigns/campaigns.data.ts'
import { type CampaignDraft, reasonLabel } from '#features/campaigns/campaigns.ts'
import { lifecycleLabels, lifecycles } from '#features/contacts/contacts.ts'
import { SegmentChoices } from '#features/campaigns/screens/segment-choices.tsx'
import { useMailingLists } from '#features/newsletter/newsletter.data.ts'
import { count } from '#lib/hebrew/count.ts'
import { Button } from '#ui/button.tsx'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { ExcludedRecipientsDialog } from '#features/campaigns/screens/excluded-recipients-dialog.tsx'

type Props = { draft: CampaignDraft; change: (part: Partial<CampaignDraft>) => void }

/** The audience: lists, lifecycle stages and saved views, with the current count and exclusions by reason. */
export function AudienceCard({ draft, change }: Props) {
  const { data: lists = [] } = useMailingLists()
  const { list_ids, lifecycles: stages } = draft
  return (
    <section className="campaign__card" aria-labelledby="audience">
      <h2 id="audience">למי</h2>
      <fieldset className="campaign__choices">
        <legend>קוראים של</legend>
        {lists.map(({ id, name }) => (
          <label className="check" key={id}>
            <input
              type="checkbox"
              checked={list_ids.includes(id)}
              onChange={(event) => change({ list_ids: toggled(list_ids, id, event.target.checked) })}
            />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
      <fieldset className="campaign__choices">
        <legend>וגם אנשי קשר שהם</legend>
        {lifecycles.map((stage) => (
          <label className="check" key={stage}>
            <input
              type="checkbox"
              checked={stages.includes(stage)}
              onChange={(event) => change({ lifecycles: toggled(stages, stage, event.target.checked) })}
            />
            <span>{lifecycleLabels[stage]}</span>
          </label>
        ))}
      </fieldset>
      <SegmentChoices segments={draft.segments} onChange={(segments) => change({ segments })} />
      <AudienceCount draft={draft} />
    </section>
  )
}

const toggled = <T,>(all: readonly T[], one: T, isOn: boolean) =>
  isOn ? [...all, one] : all.filter((other) => other !== one)

function AudienceCount({ draft }: { draft: CampaignDraft }) {
  const { data: reached } = useAudience(draft)
  const [naming, setNaming] = useState(false)
  const mayName = isAdmin(useOwnRoles())
  if (!reached) return null
  const people = reached.find(({ excluded }) => excluded === null)?.people ?? 0
  const excludedRows = reached.filter((row): row is typeof row & { excluded: string } => row.excluded !== null)
  const out = excludedRows.reduce((sum, row) => sum + row.people, 0)
  return (
    <div className="campaign__reach" aria-live="polite">
      <p>
        <b>{recipientsText(people)}</b>
      </p>
      {out > 0 && (
        <p>
          {excludedText(out)}{' '}
          {excludedRows.map((row) => `${row.people.toLocaleString('he-IL')} ${reasonLabel(row.excluded)}`).join(', ')}.
          {mayName && (
            <>
              {' '}
              <Button look="link" size="sm" onClick={() => setNaming(true)}>
                מי לא יקבל
              </Button>
            </>
          )}
        </p>
      )}
      {naming && <ExcludedRecipientsDialog draft={draft} onClose={() => setNaming(false)} />}
    </div>
  )
}

const recipientsText = (people: number) =>
  count(people, { zero: 'אף אחד לא יקבל עכשיו', one: 'אדם אחד יקבל', two: 'שני אנשים יקבלו', other: '# אנשים יקבלו' })
const excludedText = (people: number) =>
  count(people, { one: 'אדם אחד לא יקבל:', two: 'שניים לא יקבלו:', other: '# לא יקבלו:' })
