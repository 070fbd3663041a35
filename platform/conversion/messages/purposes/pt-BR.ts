import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'spread-bps': 'Quanto custa uma conversão de moedas acima do ponto médio do mercado, em pontos-base.',
  'quote-life-ms': 'Por quanto tempo vale uma oferta de conversão, em milissegundos.',
}
