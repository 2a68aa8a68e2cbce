// Queries and mutations of the payment provider settings.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { invoke } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'
import type { z } from '#lib/schema.ts'
import type { GatewaySetting, GatewayTested, Provider, SaveGateway } from './gateways.ts'

const key = ['gateways']

export function useGateways() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'settings'],
    queryFn: async () =>
      (await backend.from('gateway_settings').select('*').order('provider').throwOnError())
        .data satisfies GatewaySetting[],
  })
}

/** Selects the provider that takes payments; null: no provider. */
export function useChooseGateway() {
  const backend = useBackend()
  return useGatewayWrite((selected: Provider | null) =>
    // The generated argument type does not allow null.
    backend.rpc('choose_gateway', { chosen: selected as Provider }).throwOnError(),
  )
}

export function useSetDocuments() {
  const backend = useBackend()
  return useGatewayWrite(({ provider, issues }: { provider: Provider; issues: boolean }) =>
    backend.from('gateway_settings').update({ issues_documents: issues }).eq('provider', provider).throwOnError(),
  )
}

export function useSaveGateway() {
  const backend = useBackend()
  return useGatewayWrite((typed: SaveGateway) => invoke<object>(backend, 'save-gateway', typed))
}

export function useTestGateway() {
  const backend = useBackend()
  return useGatewayWrite((provider: Provider) =>
    invoke<z.output<typeof GatewayTested>>(backend, 'test-gateway', { provider }),
  )
}

/** A mutation that invalidates all queries about providers. */
function useGatewayWrite<Input, Answer>(write: (input: Input) => PromiseLike<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (input: Input) => write(input),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}
