// Raw `ws`: every message of a client is sent to all clients. The baseline of the room.
import { WebSocketServer } from 'ws'

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
server.on('connection', (socket) => {
  socket.on('error', () => {})
  socket.on('message', (data) => {
    const text = (data as Buffer).toString()
    for (const client of server.clients) client.send(text)
  })
})
server.on('listening', () => process.send?.((server.address() as { port: number }).port))
