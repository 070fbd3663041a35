import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  rejections: {
    'approval-unknown': 'Não há uma proposta com esse número.',
    'approval-closed': 'Esta proposta já foi decidida.',
    'approval-expired': 'Passou a hora de decidir esta proposta. É preciso propor de novo.',
    'approval-own': 'Você a propôs: outra pessoa decide.',
    'approval-changed': 'O que você viu não é mais o que está guardado. Revise de novo.',
    'reason-unlisted': 'Escolha um motivo da lista.',
    'approval-open': 'Já existe uma proposta aberta sobre isto.',
    'factor-stale': 'Confirme com seu segundo fator antes de propor.',
    'factor-missing': 'Falta o seu segundo fator.',
    'views-too-many': 'Você viu os dados de {most} clientes em uma hora. Espere ou peça ajuda ao compliance.',
  },
  acts: {
    propose: 'A equipe propôs algo sobre a sua conta',
    approve: 'Uma segunda pessoa aprovou',
    refuse: 'Uma segunda pessoa recusou',
    'take-back': 'A proposta foi retirada',
    expire: 'A proposta venceu sem decisão',
    view: 'A equipe viu dados seus',
    'views-stop': 'Alguém que via dados de clientes demais foi parado',
  },
}
