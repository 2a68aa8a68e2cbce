import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatMoney } from '#lib/money.ts'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { may } from '#platform/accounts/permissions.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { pageOf } from '#platform/screens/page-of.ts'
import { Button } from '#ui/button.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { Table } from '#ui/lists/table.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { pageSize, type ShownDocument, useMissingDocuments } from '../tax-documents.data.ts'
import { heldState, isHeld, kindLabels } from '../tax-documents.ts'
import { BulkIssueToolbar } from './bulk-issue-toolbar.tsx'
import { actionLabels, EnterDocumentDialog, useDocumentActions } from './document-actions.tsx'
import { DocumentCell } from './document-cell.tsx'
import './documents.css'

/** Payments and refunds whose tax document is missing or held, oldest first. */
export function MissingDocuments() {
  const [params] = useSearchParams()
  const { data, error, isPending, refetch } = useMissingDocuments(pageOf(params) - 1)
  const roles = useOwnRoles()
  const actions = useDocumentActions(may(roles, 'record payments'))
  const [entered, setEntered] = useState<ShownDocument>()
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  if (isPending) return <Loading page size="lg" />
  if (!data) return <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />
  if (data.total === 0) return <p className="documents__none">לכל התשלומים וההחזרים יש מסמך</p>
  const mayAct = (document: ShownDocument) => isPayment(document) || may(roles, 'record refunds')
  const issuable = data.documents.filter(
    (document) => !isHeld(document) && mayAct(document) && actions.mayRetry(document),
  )
  const selected = issuable.filter(({ id }) => ids.has(id))
  const choose = (id: string, isChosen: boolean) =>
    setIds(isChosen ? new Set([...ids, id]) : new Set([...ids].filter((one) => one !== id)))
  return (
    <>
      <BulkIssueToolbar
        chosen={selected}
        issuable={issuable}
        onChoose={(documents) => setIds(new Set(documents.map(({ id }) => id)))}
      />
      <Table label="מסמכים חסרים">
        <thead>
          <tr>
            <th scope="col">מי</th>
            <th scope="col">סכום</th>
            <th scope="col">מצב</th>
          </tr>
        </thead>
        <tbody>
          {data.documents.map((document) => (
            <tr key={document.id}>
              <td>
                <div className="documents__who">
                  {issuable.length > 1 && issuable.includes(document) && (
                    <input
                      type="checkbox"
                      aria-label={`בחירה: ${document.contacts.full_name}, ${formatMoney(document.amount_agorot)}`}
                      checked={ids.has(document.id)}
                      onChange={({ target }) => choose(document.id, target.checked)}
                    />
                  )}
                  <div>
                    <Link to={`/crm/payment/${document.contact_id}`}>{document.contacts.full_name}</Link>
                    <small>
                      {kindLabels[document.kind]}, {formatDate(document.document_on)}
                    </small>
                  </div>
                </div>
              </td>
              <td>{formatMoney(document.amount_agorot)}</td>
              <td>
                <div className="documents__row">
                  <div className="documents__state">
                    <DocumentCell document={document} />
                    {isHeld(document) && <ToDo document={document} />}
                  </div>
                  <Acts
                    document={document}
                    actions={actions}
                    mayAct={mayAct(document)}
                    onEnter={() => setEntered(document)}
                  />
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {data.total > pageSize && (
        <Pager page={data.page + 1} size={pageSize} total={data.total} to={(to) => `?shown=documents&page=${to}`} />
      )}
      <EnterDocumentDialog document={entered} onClose={() => setEntered(undefined)} />
    </>
  )
}

const isPayment = ({ kind }: ShownDocument) => kind === 'invoice_receipt' || kind === 'receipt'

function ToDo({ document }: { document: ShownDocument }) {
  const { next_try_at: next } = document
  return (
    <>
      <small>{heldState(document).toDo}</small>
      {next && <small>הבדיקה הבאה אחרי {formatTime(next)}</small>}
    </>
  )
}

type ActsProps = {
  document: ShownDocument
  actions: ReturnType<typeof useDocumentActions>
  mayAct: boolean
  onEnter: () => void
}

const Acts = ({ document, actions, mayAct, onEnter }: ActsProps) =>
  mayAct && (
    <div className="documents__acts">
      {actions.mayRetry(document) && (
        <Button size="sm" busy={actions.isBusy} onClick={() => actions.retry(document)}>
          {actionLabels(document).retry}
        </Button>
      )}
      {actions.mayEnter(document) && (
        <Button size="sm" look="ghost" onClick={onEnter}>
          {actionLabels(document).enter}
        </Button>
      )}
    </div>
  )
