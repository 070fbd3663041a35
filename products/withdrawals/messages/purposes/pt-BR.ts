import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'vat-bps': 'IVA sobre a taxa dos saques de dinheiro, em pontos-base. As taxas de rede das moedas não têm IVA.',
  'fee-share-max-bps': 'A taxa e o IVA nunca tomam de um saque mais do que isto, em pontos-base: todo saldo pode sair.',
  'destination-wait-hours': 'Horas que um destino novo espera pelo primeiro saque. É dito antes de adicioná-lo.',
  'destinations-max': 'Quantas contas bancárias, e quantos endereços, um cliente pode ter ao mesmo tempo.',
  'review-hours-max': 'Horas após as quais um saque que ninguém decidiu é escalado, à vista do cliente.',
  'open-max': 'Quantos saques de um cliente podem estar a caminho ao mesmo tempo.',
}
