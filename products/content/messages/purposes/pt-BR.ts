import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'stock-move-bps':
    'Quanto uma ação se afasta do fechamento anterior, ao fechar um quarto de hora, para ser notícia, em centésimos de ponto percentual.',
  'coin-move-bps':
    'Quanto uma moeda se afasta do fechamento anterior, ao fechar um quarto de hora, para ser notícia, em centésimos de ponto percentual.',
  'wave-accounts': 'Quantas contas são liquidadas em um contrato em uma hora para ser notícia.',
}
