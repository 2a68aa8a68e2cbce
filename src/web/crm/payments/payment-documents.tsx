import { type ReactNode, useState } from 'react'
import type { ShownPayment } from '#features/payments/payments.data.ts'
import { EnterDocumentDialog, useDocumentActions } from '#features/tax-documents/screens/document-actions.tsx'
import { DocumentCell } from '#features/tax-documents/screens/document-cell.tsx'
import { type ShownDocument, useDocumentsOf } from '#features/tax-documents/tax-documents.data.ts'
import { isHeld } from '#features/tax-documents/tax-documents.ts'
import { MenuItem } from '#ui/layers/menu.tsx'

/** Tax documents of a client's payments: a table cell, row menu items, and their dialog. */
export function usePaymentDocuments(contactId: string, mayWrite: boolean) {
  const { data } = useDocumentsOf('contact_id', contactId)
  const actions = useDocumentActions(mayWrite)
  const [entered, setEntered] = useState<ShownDocument>()
  function of({ id }: ShownPayment): { cell: ReactNode; items: ReactNode } | undefined {
    const document = data?.find(({ payment_id: payment }) => payment === id)
    return (
      document && {
        cell: <DocumentCell document={document} />,
        items: (
          <>
            {actions.mayRetry(document) && (
              <MenuItem onSelect={() => actions.retry(document)}>
                {isHeld(document) ? 'בדיקה אם יש מספר הקצאה' : 'הפקת המסמך עכשיו'}
              </MenuItem>
            )}
            {actions.mayEnter(document) && (
              <MenuItem onSelect={() => setEntered(document)}>
                {isHeld(document) ? 'רישום מספר הקצאה' : 'רישום מסמך שהופק'}
              </MenuItem>
            )}
          </>
        ),
      }
    )
  }
  return { of, dialog: <EnterDocumentDialog document={entered} onClose={() => setEntered(undefined)} /> }
}
