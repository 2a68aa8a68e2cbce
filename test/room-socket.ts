// A registrant in a webinar's room, over a real socket: protocol 1.0.0, joined with the token of the room.
import { once } from 'node:events'
import { WebSocket } from 'ws'

type Frame = { topic: string; event: string; ref: string | null; payload: Record<string, unknown> }
export type Line = { id: string; body: string; author: string }

/** `url`: the HTTP URL of the server. The reply to a join is its status and, if refused, its reason. */
export async function openRoomSocket(url: string, key: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=1.0.0`)
  const lines: Line[] = []
  const events: string[] = []
  const replies = new Map<string, (payload: Record<string, unknown>) => void>()
  let refs = 0
  socket.on('error', () => {})
  socket.on('message', (data) => {
    const { event, ref, payload } = JSON.parse((data as Buffer).toString()) as Frame
    events.push(event)
    if (event === 'phx_reply' && ref) replies.get(ref)?.(payload)
    if (event === 'broadcast' && payload['event'] === 'line') lines.push(payload['payload'] as Line)
  })
  await once(socket, 'open')
  function ask(topic: string, event: string, payload: object) {
    const ref = String(++refs)
    const answered = new Promise<Record<string, unknown>>((resolve) => replies.set(ref, resolve))
    socket.send(JSON.stringify({ topic: `realtime:${topic}`, event, payload, ref, join_ref: '1' }))
    return answered
  }
  return {
    lines,
    events,
    ask,
    join: async (topic: string, access: string) =>
      (await ask(topic, 'phx_join', { config: { private: true }, access_token: access }))['status'] as string,
    close: () => socket.terminate(),
  }
}
