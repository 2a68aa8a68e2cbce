import type { Client } from './backend.ts'

/** The client would keep using a dead socket: disconnect it before the next attempt. */
export async function clearDeadSocket({ realtime }: Pick<Client, 'realtime'>) {
  if (!realtime.isConnected() && !realtime.isConnecting()) await realtime.disconnect()
}
