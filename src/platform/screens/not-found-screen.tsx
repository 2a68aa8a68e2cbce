import { Link } from 'react-router'
import { buttonClasses } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { useScreenTitle } from './screen-title.tsx'

/** 404 below /crm, inside the shell, so that the navigation stays available. */
export function Component() {
  useScreenTitle('העמוד לא נמצא')
  return (
    <div className="view">
      <h1 className="vh">העמוד לא נמצא</h1>
      <EmptyState
        title="העמוד לא נמצא"
        text="ייתכן שהקישור השתנה או שהעמוד הוסר"
        action={
          <Link className={buttonClasses({ look: 'primary' })} to="/crm">
            למסך היום
          </Link>
        }
      />
    </div>
  )
}
