import './error-screen.css'
import { useLocation, useNavigate } from 'react-router'
import { Button } from '#ui/button.tsx'

/** In place of a screen that broke, also when its code could not be fetched. */
export function ErrorScreen() {
  const navigate = useNavigate()
  const here = useLocation()
  return (
    <div className="error-screen">
      <section className="errbox" role="alert">
        <h1 className="errbox__title">משהו השתבש</h1>
        <p>אפשר לנסות שוב או לרענן את העמוד</p>
        <div className="errbox__row">
          <Button look="primary" onClick={() => void navigate(here, { replace: true })}>
            ניסיון נוסף
          </Button>
          <Button onClick={() => location.reload()}>רענון העמוד</Button>
        </div>
      </section>
    </div>
  )
}
