// The people the business knows, fifty at a time.
import './contacts-screen.css'
import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useNow } from '#client/now.ts'
import { type ListedContact, PAGE, saleOf, useContactPage } from '#features/contacts/contact-list.data.ts'
import { lifecycleLabels } from '#features/contacts/contacts.ts'
import { useDefaultPipeline } from '#features/pipelines/pipelines.data.ts'
import { relativeTime } from '#lib/dates.ts'
import { count } from '#lib/hebrew-text.ts'
import { formatPhone } from '#lib/phone.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Pager } from '#ui/pager.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Loading } from '#ui/spinner.tsx'
import { StageDot } from '#ui/stage-dot.tsx'
import { Table } from '#ui/table.tsx'
import { FailedToLoad } from './failed-to-load.tsx'
import { useQuickAdd } from './quick-add/quick-add-context.ts'
import { useScreenTitle } from './shell/screen-title.tsx'
import { useSettled } from './finder/settled.ts'

export function Component() {
  useScreenTitle('אנשי קשר')
  const add = useQuickAdd()
  const { typed, setTyped, query, page, to } = useListAddress()
  const { data, error, isPending, refetch } = useContactPage(query, page)

  return (
    <div className="view contacts">
      <div className="view__head">
        <h1>אנשי קשר</h1>
        {data && data.total > 0 && (
          <Badge>{count(data.total, { one: 'איש קשר אחד', two: 'שני אנשי קשר', other: '# אנשי קשר' })}</Badge>
        )}
        <div className="view__end">
          <SearchField label="חיפוש באנשי הקשר" placeholder="שם, טלפון או דוא״ל" value={typed} onChange={setTyped} />
          <Button icon={<Icon of={Plus} />} onClick={() => add('contact')}>
            איש קשר
          </Button>
        </div>
      </div>
      {isPending && <Loading page size="lg" />}
      {!data && error && <FailedToLoad error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && <NobodyFound query={query} onAdd={() => add('contact')} />}
      {data && data.total > 0 && (
        <>
          <People rows={data.rows} />
          <div className="contacts__foot">
            <Pager page={page} size={PAGE} total={data.total} to={to} />
          </div>
        </>
      )}
    </div>
  )
}

/** What is searched for and which page is open stand in the address; the field itself is faster than the address. */
function useListAddress() {
  const [params, setParams] = useSearchParams()
  const query = params.get('q') ?? ''
  const [typed, setTyped] = useState(query)
  const settled = useSettled(typed.trim())
  useEffect(() => {
    setParams((now) => (settled === (now.get('q') ?? '') ? now : new URLSearchParams(settled && { q: settled })), {
      replace: true,
    })
  }, [settled, setParams])
  return {
    typed,
    setTyped,
    query,
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    to: (page: number) => `?${new URLSearchParams({ ...(query && { q: query }), page: String(page) }).toString()}`,
  }
}

function NobodyFound({ query, onAdd }: { query: string; onAdd: () => void }) {
  if (query)
    return (
      <EmptyState
        picture={false}
        text={
          <>
            לא מצאנו את ״<bdi>{query}</bdi>״. אפשר לחפש גם לפי חלק מהטלפון או מהדוא״ל.
          </>
        }
      />
    )
  return (
    <EmptyState
      text="עדיין אין אנשי קשר. אפשר להוסיף ידנית"
      action={
        <Button look="primary" onClick={onAdd}>
          הוספת איש קשר
        </Button>
      }
    />
  )
}

function People({ rows }: { rows: readonly ListedContact[] }) {
  const now = useNow()
  const { data: pipeline } = useDefaultPipeline()
  return (
    <Table label="רשימת אנשי הקשר">
      <thead>
        <tr>
          <th scope="col">שם</th>
          <th scope="col" className="table__wide">
            טלפון
          </th>
          <th scope="col" className="table__wide">
            סוג
          </th>
          <th scope="col">שלב מכירה</th>
          <th scope="col" className="table__wide">
            פעילות אחרונה
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((contact) => (
          <Person
            key={contact.id}
            contact={contact}
            stage={pipeline?.stages.find(({ id }) => id === saleOf(contact)?.stage_id)}
            now={now}
          />
        ))}
      </tbody>
    </Table>
  )
}

type Stage = { name: string; color: string }

function Person({ contact, stage, now }: { contact: ListedContact; stage: Stage | undefined; now: Date }) {
  const [phone, email] = (['phone', 'email'] as const).map(
    (kind) =>
      contact.points
        .filter((point) => point.kind === kind)
        .toSorted((a, b) => Number(b.is_primary) - Number(a.is_primary))[0]?.value_norm,
  )
  return (
    <tr>
      <td>
        <div className="contacts__name">
          <Avatar name={contact.full_name} />
          <div>
            <Link to={`/crm/contacts/${contact.id}`}>
              <bdi>{contact.full_name}</bdi>
            </Link>
            {email && (
              <small>
                <Ltr>{email}</Ltr>
              </small>
            )}
          </div>
        </div>
      </td>
      <td className="table__wide">{phone ? <Ltr>{formatPhone(phone)}</Ltr> : <None />}</td>
      <td className="table__wide">
        <Badge {...(contact.lifecycle === 'client' && { kind: 'primary' })}>{lifecycleLabels[contact.lifecycle]}</Badge>
      </td>
      <td>
        {stage ? (
          <span>
            <StageDot color={stage.color} />
            {stage.name}
          </span>
        ) : (
          <None />
        )}
      </td>
      <td className="table__wide">
        {contact.last_activity_at ? relativeTime(contact.last_activity_at, now) : <None />}
      </td>
    </tr>
  )
}

const None = () => (
  <>
    <span aria-hidden="true">–</span>
    <span className="vh">אין</span>
  </>
)
