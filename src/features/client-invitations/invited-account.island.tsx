// Records that a person opened the invitation, and shows a hint to a visitor who is signed in with another account.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { sessionKey, storedSession } from '#client/sign-in/stored-session.ts'
import { Button } from '#ui/button.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { maskEmail, type OpenedResponse } from './invitation-form.ts'

type Props = { path: string; token: string; masked: string; backendKey: string }

export function Island({ path, token, masked, backendKey }: Props) {
  const [hasLeft, setLeft] = useState(false)
  const [isOther, setOther] = useState(false)
  const signedIn = useSyncExternalStore(noChanges, signedInEmail, () => undefined)
  useEffect(() => {
    // Two addresses can look the same when masked, so the server compares them. If the request fails, the invitation
    // remains marked as sent.
    fetch(`${path}/opened`, { method: 'POST', body: new URLSearchParams({ token, account: signedInEmail() ?? '' }) })
      .then(async (answer) => setOther(answer.status === 200 && ((await answer.json()) as OpenedResponse).isOther))
      .catch(() => undefined)
  }, [path, token])

  async function leave() {
    const session = storedSession(new URL(location.href))
    localStorage.removeItem(sessionKey(location.hostname))
    setLeft(true)
    if (session)
      await fetch('/auth/v1/logout?scope=local', {
        method: 'POST',
        headers: { apikey: backendKey, authorization: `Bearer ${session.access_token}` },
      }).catch(() => undefined)
  }
  if (hasLeft || !signedIn || (!isOther && maskEmail(signedIn) === masked)) return null
  return (
    <output className="invited__other-account">
      <span>
        אתם מחוברים עכשיו עם <Ltr>{signedIn}</Ltr>, וההזמנה היא ל־<Ltr>{masked}</Ltr>.
      </span>
      <Button onClick={() => void leave()}>התנתקות והמשך</Button>
    </output>
  )
}

const noChanges = () => () => undefined
const signedInEmail = () => storedSession(new URL(location.href))?.user.email
