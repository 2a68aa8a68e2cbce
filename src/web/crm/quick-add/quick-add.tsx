import { lazy, Suspense, useState } from 'react'
import { Dialog } from '#ui/layers/dialog.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import type { QuickAddKind, QuickAddPreset } from './quick-add-context.ts'

// The forms come when they are asked for: they bring the table of phone numbers along.
const forms = {
  contact: lazy(() => import('./add-contact-form.tsx')),
  opportunity: lazy(() => import('./add-opportunity-form.tsx')),
  task: lazy(() => import('./add-task-form.tsx')),
}
const titles = { contact: 'איש קשר חדש', opportunity: 'הזדמנות חדשה', task: 'משימה חדשה' }

/** The short form for something new, in front of whatever screen it was asked for on. `kind` null: closed. */
export function QuickAdd({
  kind,
  preset,
  onClose,
}: {
  kind: QuickAddKind | null
  preset: QuickAddPreset
  onClose: () => void
}) {
  // While the dialog fades out it still shows what it was.
  const [shown, setShown] = useState<QuickAddKind>('contact')
  if (kind && kind !== shown) setShown(kind)
  const Form = forms[shown]
  return (
    <Dialog open={kind !== null} onOpenChange={(open) => !open && onClose()} title={titles[shown]}>
      <Suspense fallback={<Loading page />}>
        <Form preset={preset} onDone={onClose} />
      </Suspense>
    </Dialog>
  )
}
