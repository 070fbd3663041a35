import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  rejections: {
    'exchange-same': 'Escolha duas moedas diferentes.',
    'exchange-amount': 'O valor vai de {min} a {max}. Nada foi movido.',
    'exchange-unavailable': 'Agora não há preço recente destas moedas. Nada foi movido; tente daqui a pouco.',
    'exchange-unknown': 'Não há nenhuma conversão assim.',
    'exchange-expired': 'A oferta venceu e nada foi movido. Peça outra.',
    'exchange-funds': 'Faltam {short}; você tem {available} disponíveis. Nada foi movido.',
    'transfer-same': 'Escolha duas contas diferentes.',
    'transfer-asset': '{asset} não pode ser movido entre estas duas contas.',
    'transfer-amount': 'Digite um valor a partir de {least}, sem mais casas decimais.',
    'transfer-funds': 'Você tem {available} disponíveis para mover. Nada foi movido.',
  },
}
