// Questions of registrants, with their video position. A question of a recording also notifies the team, because it is not
// answered live.
import type { Db } from '#kernel/postgres/transaction.ts'
import { formatPosition } from '#platform/player/player-time.ts'

type QuestionInput = {
  webinarId: string
  sessionId: string | null
  registrationId: string
  author: string
  body: string
  /** The second of the video reported by the player. For a broadcast the server's clock is used. */
  position: number
}

/** Stores a question, and returns its id. */
export async function askQuestion(db: Db, input: QuestionInput): Promise<{ id: string }> {
  const { webinarId, sessionId, registrationId, author, body, position } = input
  const question = await db.one<{ id: string; second: number; isRecorded: boolean }>(
    `insert into webinar_messages as q (webinar_id, session_id, registration_id, author, kind, body, position_s)
     values ($1, $2, $3, $4, 'question', $5, webinar_position($2, $6))
     returning id, position_s as second, private.is_recorded_question(q) as "isRecorded"`,
    [webinarId, sessionId, registrationId, author, body, position],
  )
  if (question.isRecorded)
    await notifyStaff(db, webinarId, `בדקה ${formatPosition(question.second)}: ${body}`, question.second)
  return { id: question.id }
}

const notifyStaff = (db: Db, webinarId: string, message: string, second: number) =>
  db.query(
    `insert into notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id, metadata)
     select distinct user_id, 'webinar.question_asked', 'שאלה בהדרכה', $2, 'medium', 'webinar', $1::uuid, jsonb_build_object('second', $3::int)
     from user_roles where is_active and role in ('owner', 'admin')`,
    [webinarId, message.slice(0, 200), second],
  )
