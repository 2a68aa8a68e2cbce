import { useState } from 'react'
import { ChatPanel } from './chat-panel.tsx'
import { QuestionsPanel } from './questions-panel.tsx'
import type { OpenRoom } from './follow-room.ts'
import type { RoomHandle } from './use-room.ts'

type Props = { handle: RoomHandle; room: OpenRoom; canChat: boolean; isRecorded: boolean }

const tabs = { chat: 'צ׳אט', questions: 'שאלות', materials: 'חומרים' } as const
type Tab = keyof typeof tabs

/** Beside the video: chat, questions and materials. */
export function RoomPanel({ handle, room, canChat, isRecorded }: Props) {
  const [chosen, setTab] = useState<Tab>(canChat ? 'chat' : 'questions')
  const tab = canChat ? chosen : chosen === 'chat' ? 'questions' : chosen
  const counts: Record<Tab, number> = {
    chat: 0,
    questions: room.lines.filter(({ kind }) => kind === 'question').length,
    materials: room.interactions.filter(({ kind }) => kind === 'handout').length,
  }
  return (
    <aside className="room__panel" aria-label="צ׳אט ושאלות">
      <div className="room__tabs">
        {(Object.keys(tabs) as Tab[])
          .filter((name) => name !== 'chat' || canChat)
          .map((name) => (
            <button key={name} type="button" aria-pressed={tab === name} onClick={() => setTab(name)}>
              {tabs[name]}
              {counts[name] > 0 && <b> {counts[name]}</b>}
            </button>
          ))}
      </div>
      {tab === 'chat' && <ChatPanel handle={handle} room={room} />}
      {tab === 'questions' && <QuestionsPanel handle={handle} room={room} isRecorded={isRecorded} />}
      {tab === 'materials' && <Materials room={room} />}
    </aside>
  )
}

function Materials({ room }: { room: OpenRoom }) {
  const handouts = room.interactions.filter(({ kind }) => kind === 'handout')
  return (
    <div className="room__lines">
      {handouts.length === 0 && <p>החומרים יופיעו כאן במהלך ההדרכה.</p>}
      <ul>
        {handouts.map(({ id, title, link }) => (
          <li key={id}>
            <a href={link ?? '#'} target="_blank" rel="noreferrer">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
