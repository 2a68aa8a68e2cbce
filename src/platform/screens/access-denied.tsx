import { EmptyState } from '#ui/states/empty-state.tsx'
import { useScreenTitle } from './screen-title.tsx'

/** Replaces a screen the user may not open; `text` names the roles that may. */
export function AccessDenied({ text }: { text: string }) {
  useScreenTitle('אין גישה למסך הזה')
  return (
    <div className="view">
      <h1 className="vh">אין גישה למסך הזה</h1>
      <EmptyState title="המסך הזה אינו פתוח לכם" text={text} />
    </div>
  )
}
