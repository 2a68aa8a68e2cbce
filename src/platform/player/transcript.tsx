import { useDeferredValue, useEffect, useState } from 'react'
import { type Cue, findCues, parseCaptions } from './captions.ts'
import { formatPosition } from './player-time.ts'

type Props = { captions: string; onSeek: (position: number) => void }

/** Searchable text of the captions. Loaded when it is opened. */
export function Transcript({ captions, onSeek }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [cues, setCues] = useState<readonly Cue[] | 'failed'>()
  const [words, setWords] = useState('')
  const searched = useDeferredValue(words)

  useEffect(() => {
    if (!isOpen || cues) return
    fetch(captions)
      .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status)))))
      .then(
        (vtt) => setCues(parseCaptions(vtt)),
        () => setCues('failed'),
      )
  }, [isOpen, captions, cues])

  const found = Array.isArray(cues) ? findCues(cues as readonly Cue[], searched) : []
  return (
    <details className="player__more" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>תמליל</summary>
      {cues === 'failed' ? (
        <p>
          התמליל לא נטען. <a href={captions}>לקובץ הכתוביות</a>
        </p>
      ) : (
        <>
          <label className="player__search">
            חיפוש בתמליל
            <input type="search" value={words} onChange={({ target }) => setWords(target.value)} />
          </label>
          <output className="player__found">
            {cues && searched.trim() ? (found.length > 0 ? `נמצאו ${found.length}` : 'לא נמצא בתמליל') : ''}
          </output>
          <ol className="player__list">
            {found.map(({ from, text }) => (
              <li key={from}>
                <button type="button" onClick={() => onSeek(from)}>
                  <bdi dir="ltr">{formatPosition(from)}</bdi> {text}
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
    </details>
  )
}
