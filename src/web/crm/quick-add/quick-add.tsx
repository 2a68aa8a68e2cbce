import { lazy, Suspense, useState } from 'react'
import { Dialog } from '#ui/layers/dialog.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import type { QuickAddKind, QuickAddPreset } from '#platform/screens/quick-add-context.ts'

// Lazy: the forms import the phone number metadata.
const forms = {
  contact: lazy(() => import('./add-contact-form.tsx')),
  opportunity: lazy(() => import('./add-opportunity-form.tsx')),
  task: lazy(() => import('./add-task-form.tsx')),
}
const titles = { contact: 'איש קשר חדש', opportunity: 'הזדמנות חדשה', task: 'משימה חדשה' }

/** Quick-add dialog over the current screen. `kind` null means closed. */
export function QuickAdd({
  kind,
  preset,
  onClose,
}: {
  kind: QuickAddKind | null
  preset: QuickAddPreset
  onClose: () => void
}) {
  // Keeps the last kind during the exit animation.
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
