import { isLanguage } from '@lintel/contract/core/language';
import { reportHeight } from '../frame/channel.ts';
import { speakAs } from '../language.ts';
import { startCalculator } from './form.ts';

const spoken = document.documentElement.lang.slice(0, 2);
if (isLanguage(spoken)) speakAs(spoken);
startCalculator();
reportHeight();
