import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'vat-bps': 'IVA sobre a comissão das operações com moedas, em pontos-base da comissão.',
  tier: {
    volume: 'A partir de que volume de trinta dias, em USDT, um cliente está no nível {tier}.',
    'maker-bps': 'Comissão do nível {tier} para as ordens que esperam no livro, em pontos-base.',
    'taker-bps': 'Comissão do nível {tier} para as ordens que tomam do livro, em pontos-base.',
  },
}
