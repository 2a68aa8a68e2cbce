import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { isAdmin } from '#platform/accounts/accounts.ts'
import type { ShownPair } from '#features/duplicates/duplicates.data.ts'
import { type MergeRecord, useMergePreview, usePair } from '#features/merges/merges.data.ts'
import { differingFields, defaultChoices, defaultWinner } from '#features/merges/merge-fields.ts'
import { refusals } from '#features/merges/merges.ts'
import { Button, buttonClasses } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { MergeEffects } from '#features/merges/screens/merge-effects.tsx'
import type { IdPair } from '#features/merges/screens/pair-param.ts'
import { FieldPicker } from '#features/merges/screens/field-picker.tsx'
import { usePairDecision } from './use-pair-decision.ts'

type Props = { two: IdPair; pair: ShownPair | undefined; onDecided: () => void }

/** Two records side by side: differing fields and actions. */
export function PairComparison({ two, pair, onDecided }: Props) {
  const { data, error, isPending, refetch } = usePair(two)
  // State outside the comparison, which remounts when the records change: a refusal stays beside the new values.
  const deciding = usePairDecision(onDecided)
  if (isPending) return <Loading size="lg" />
  if (!data) return <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />
  const [one, other] = data
  return (
    <section className="dup__pair" aria-label="השוואת הרשומות">
      <BackToList />
      {two[0] === two[1] ? (
        <p>{refusals.merge_with_itself}</p>
      ) : one && other ? (
        <Comparison key={`${one.version}.${other.version}`} records={[one, other]} pair={pair} deciding={deciding} />
      ) : (
        <p>{refusals.contact_not_found}</p>
      )}
    </section>
  )
}

/** Narrow screens show either the list or the pair. */
function BackToList() {
  const [search] = useSearchParams()
  const list = new URLSearchParams(search)
  list.delete('pair')
  return (
    <Link className={`${buttonClasses({ look: 'ghost', size: 'sm' })} dup__back`} to={`?${list}`}>
      <Icon of={ArrowRight} />
      לכל הזוגות
    </Link>
  )
}

type Records = readonly [MergeRecord, MergeRecord]

type ComparisonProps = { records: Records; pair: Props['pair']; deciding: ReturnType<typeof usePairDecision> }

function Comparison({ records, pair, deciding }: ComparisonProps) {
  const [winner, setWinner] = useState(() => defaultWinner(...records))
  const loser = records[0] === winner ? records[1] : records[0]
  const [choices, setChoices] = useState(() => defaultChoices(winner, loser))
  const mayMerge = isAdmin(useOwnRoles())
  const preview = useMergePreview(winner.id, loser.id, mayMerge)
  const asHousehold = pair?.looks_like === 'household'
  const stay = (record: MergeRecord) => {
    if (record === winner) return
    setWinner(record)
    setChoices(defaultChoices(record, winner))
  }
  return (
    <>
      <h2>{asHousehold ? 'שני אנשים מאותו בית?' : 'אותו אדם?'}</h2>
      {asHousehold && <p className="dup__hint">שם המשפחה זהה והשם הפרטי שונה. כנראה בני זוג, ולא אותו אדם פעמיים.</p>}
      <FieldPicker
        records={records}
        winner={winner}
        fields={differingFields(...records)}
        choices={choices}
        mayMerge={mayMerge}
        onStay={stay}
        onChoose={(field, side) => setChoices((now) => ({ ...now, [field]: side }))}
      />
      {mayMerge && <MergeEffects rows={preview.data} winner={winner} loser={loser} />}
      {deciding.error !== null && (
        <div role="alert">
          <ErrorText>{refusalText(deciding.error, deciding.refusals)}</ErrorText>
          {refusalCode(deciding.error) === 'two_households' && (
            <Link to={`/crm/contacts/${records[0].id}`}>לכרטיס של {records[0].full_name}</Link>
          )}
        </div>
      )}
      <div className="dup__acts">
        {asHousehold && (
          <Button look="primary" busy={deciding.isLinking} onClick={() => void deciding.link(records)}>
            קישור כמשק בית
          </Button>
        )}
        {mayMerge && (
          <Button
            look={asHousehold ? 'secondary' : 'primary'}
            busy={deciding.isMerging}
            onClick={() => void deciding.merge({ winner, loser, choices })}
          >
            איחוד לרשומה אחת
          </Button>
        )}
        {!asHousehold && mayShareHome(records) && (
          <Button busy={deciding.isLinking} onClick={() => void deciding.link(records)}>
            קישור כמשק בית
          </Button>
        )}
        {pair && (
          <Button look="ghost" busy={deciding.isDismissing} onClick={() => void deciding.dismiss(records)}>
            לא אותו אדם
          </Button>
        )}
      </div>
      {!mayMerge && <p className="dup__hint">האיחוד עצמו פתוח לבעלים ולמנהלים.</p>}
    </>
  )
}

/** Whether linking as a household is offered: not for certain duplicates, nor for members of one household. */
const mayShareHome = ([one, other]: Records) =>
  one.first_name !== other.first_name && (one.household_id === null || one.household_id !== other.household_id)
