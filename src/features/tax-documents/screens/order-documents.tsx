import { useState } from 'react'
import { formatMoney } from '#lib/money.ts'
import { may } from '#platform/accounts/permissions.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { Button } from '#ui/button.tsx'
import { type ShownDocument, useDocumentsOf } from '../tax-documents.data.ts'
import { kindLabels } from '../tax-documents.ts'
import { actionLabels, EnterDocumentDialog, useDocumentActions } from './document-actions.tsx'
import { DocumentCell } from './document-cell.tsx'
import './documents.css'

/** The documents of one order, with their pending actions. */
export function OrderDocuments({ orderId }: { orderId: string }) {
  const { data = [] } = useDocumentsOf('order_id', orderId)
  const actions = useDocumentActions(may(useOwnRoles(), 'record payments'))
  const [entered, setEntered] = useState<ShownDocument>()
  if (data.length === 0) return null
  return (
    <>
      <ul className="documents" aria-label="מסמכים">
        {data.map((document) => (
          <li key={document.id} className="documents__state">
            <b>
              {kindLabels[document.kind]}, {formatMoney(document.amount_agorot)}
            </b>
            <DocumentCell document={document} />
            {actions.mayEnter(document) && (
              <span className="documents__acts">
                {actions.mayRetry(document) && (
                  <Button size="sm" busy={actions.isBusy} onClick={() => actions.retry(document)}>
                    {actionLabels(document).retry}
                  </Button>
                )}
                <Button size="sm" look="ghost" onClick={() => setEntered(document)}>
                  {actionLabels(document).enter}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      <EnterDocumentDialog document={entered} onClose={() => setEntered(undefined)} />
    </>
  )
}
