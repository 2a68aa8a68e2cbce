// Duplicate contacts: review of pairs, and undo of merges.
import '#features/merges/screens/duplicates-screen.css'
import { useSearchParams } from 'react-router'
import { isAdmin } from '#platform/accounts/accounts.ts'
import { type ShownPair, usePairs } from '#features/duplicates/duplicates.data.ts'
import { useContact } from '#features/contacts/contacts.data.ts'
import { Count } from '#ui/badge.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { LinkTabs } from '#ui/lists/link-tabs.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { useIdInQuery } from '#platform/screens/use-id-param.ts'
import { MergedList } from '#features/merges/screens/merged-list.tsx'
import { PairComparison } from './pair-comparison.tsx'
import { PairList } from './pair-list.tsx'
import { OtherRecordPicker } from '#features/merges/screens/other-record-picker.tsx'
import { pairKey, readPairKey } from '#features/merges/screens/pair-param.ts'

export function Component() {
  useScreenTitle('כפילויות')
  const [search] = useSearchParams()
  const mayMerge = isAdmin(useOwnRoles())
  const isMerged = mayMerge && search.get('show') === 'merged'
  const contactId = useIdInQuery('contact')
  const pairs = usePairs(contactId)
  return (
    <div className="view">
      <div className="view__head">
        <h1>כפילויות</h1>
      </div>
      {mayMerge && (
        <LinkTabs
          label="כפילויות ואיחודים"
          tabs={[
            {
              to: '/crm/duplicates',
              text: 'לבדיקה',
              isOpen: !isMerged,
              end: pairs.data && !contactId && <Count hot={pairs.data.total > 0}>{pairs.data.total}</Count>,
            },
            { to: '?show=merged', text: 'מה שאוחד', isOpen: isMerged },
          ]}
        />
      )}
      {isMerged ? <MergedList /> : <Pairs contactId={contactId} pairs={pairs} />}
    </div>
  )
}

function Pairs({ contactId, pairs }: { contactId: string | undefined; pairs: ReturnType<typeof usePairs> }) {
  const [search, setSearch] = useSearchParams()
  const { data: contact } = useContact(contactId ?? '', contactId !== undefined)
  if (pairs.isPending) return <Loading page size="lg" />
  if (!pairs.data)
    return <FailedToLoad insteadOf={pairs.data} error={pairs.error} onRetry={() => void pairs.refetch()} />
  const list = pairs.data.pairs
  const pairParam = readPairKey(search.get('pair'))
  const selected: ShownPair | undefined = pairParam
    ? list.find((pair) => pairKey([pair.first_id, pair.second_id]) === pairKey(pairParam))
    : list[0]
  const two = pairParam ?? (selected && ([selected.first_id, selected.second_id] as const))
  /** A decided pair is removed from the list, and the next one opens. */
  const openNext = () => {
    const at = selected ? list.indexOf(selected) : -1
    const next = list[at + 1] ?? list[at - 1]
    open(next && [next.first_id, next.second_id], pairParam !== undefined)
  }
  const open = (pair: readonly [string, string] | undefined, isShown = true) =>
    setSearch(
      (now) => {
        if (pair && isShown) now.set('pair', pairKey(pair))
        else now.delete('pair')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <>
      {contact && <OtherRecordPicker contact={contact} onChoose={(id) => open([contact.id, id])} />}
      {!two ? (
        <EmptyState
          title={contactId ? 'לא נמצאו רשומות דומות' : 'אין כפילויות לבדיקה'}
          text={
            contactId
              ? 'אפשר לחפש למעלה את הרשומה השנייה ולאחד בכל זאת.'
              : 'כששתי רשומות חולקות טלפון או דוא״ל, הן יופיעו כאן זו לצד זו, כדי להחליט אם זה אותו אדם.'
          }
        />
      ) : (
        <div className="dup" data-open={pairParam !== undefined}>
          {list.length > 0 && <PairList pairs={list} total={pairs.data.total} chosen={two} />}
          <PairComparison key={pairKey(two)} two={two} pair={selected} onDecided={openNext} />
        </div>
      )}
    </>
  )
}
