function e(e){let t=new TextEncoder().encode(JSON.stringify(e)),n=``;for(let e of t)n+=String.fromCharCode(e);return btoa(n).replaceAll(`+`,`-`).replaceAll(`/`,`_`).replaceAll(`=`,``)}function t(e){try{let t=atob(e.replaceAll(`-`,`+`).replaceAll(`_`,`/`));return JSON.parse(new TextDecoder().decode(Uint8Array.from(t,e=>e.charCodeAt(0))))}catch{return null}}function n(e){return e===!0?`True`:e===!1?`False`:e===null?`None`:Array.isArray(e)?`[${e.map(n).join(`, `)}]`:JSON.stringify(e)}function r(e){return`import tokenflock as tkf\n\nspec = tkf.Spec(\n${Object.entries(e).map(([e,t])=>`    ${e}=${n(t)},\n`).join(``)})\nrun = tkf.simulate(spec)\n`}function i(e){return Object.entries(e).filter(([,e])=>e!==null).map(([e,t])=>`${e} = ${JSON.stringify(t)}\n`).join(``)}function a(e,{preset:t,defaults:n}){let r={...n,...e};return`gamma`in e&&delete r.beta,Object.values(r).every(e=>[`string`,`number`,`boolean`].includes(typeof e))?`tokenflock run ${t} ${Object.entries(r).map(([e,t])=>{let n=`--${e===`n`||e===`d`?e:e.replaceAll(`_`,`-`)}`;return typeof t==`boolean`?t?n:n.replace(`--`,`--no-`):`${n} ${/^[\w.:+-]+$/.test(String(t))?t:`'${t}'`}`}).join(` `)}\n`:`# Arrays need a file: save the TOML as spec.toml.
tokenflock run spec.toml
`}function o(e,t,n){let r=document.createElement(`a`);r.href=URL.createObjectURL(new Blob([t],{type:n})),r.download=e,r.click(),setTimeout(()=>URL.revokeObjectURL(r.href),1e4)}function s(e,t){let n=document.createElement(`canvas`);n.width=Math.max(...e.map(e=>e.width)),n.height=Math.max(...e.map(e=>e.height));let r=n.getContext(`2d`,{willReadFrequently:!0});r.fillStyle=t,r.fillRect(0,0,n.width,n.height);for(let t of e)t.width&&t.height&&r.drawImage(t,0,0,n.width,n.height);return n}var c={log:!0,trails:!0,centers:!1,tree:!1,gap:!1,hidden:!1,theme:`auto`,contrast:null,speed:1};function l(e){let{mask:t,ov:n,space:r,spacing:i,t_end:a}={...e.defaults,...e.spec};return{centers:t===`causal`&&n==null&&r===`sphere`,log:i===`log`||a>100}}var u=400,d=class{writing=0;opened=location.hash.slice(1);found(){return this.opened?m(t(this.opened)):null}preset(){return new URLSearchParams(this.opened).get(`preset`)}get asked(){return!!this.opened}reread(){return clearTimeout(this.writing),this.opened=location.hash.slice(1),this.found()}write(t){clearTimeout(this.writing),this.writing=window.setTimeout(()=>history.replaceState(null,``,`#${e(t())}`),u)}},f=e=>!!e&&typeof e==`object`&&!Array.isArray(e),p=e=>typeof e==`number`&&Number.isFinite(e);function m(e){if(!f(e)||!f(e.spec))return null;let{spec:t,name:n,words:r,cursor:i,camera:a}=e,o=f(a)&&Array.isArray(a.turn)&&a.turn.length===4&&a.turn.every(p);return{spec:t,name:typeof n==`string`?n:null,words:Array.isArray(r)&&r.every(e=>typeof e==`string`)?r:null,cursor:p(i)?Math.min(1,Math.max(0,i)):0,options:h(e.options),...o&&p(a.zoom)&&a.zoom>0?{camera:a}:{}}}function h(e){let t={...c};if(!f(e))return c;for(let[n,r]of Object.entries(c))(n===`contrast`?f(e[n]):typeof e[n]==typeof r)&&(t[n]=e[n]);return t}function g({root:e,second:t,drawer:n},{theme:r,hidden:i,contrast:a}){r===`auto`?delete e.dataset.theme:e.dataset.theme=r,e.classList.toggle(`tkf-focus`,i),n.hidden=i,t.hidden=!a,e.classList.toggle(`tkf-compared`,!!a)}function _(e,t,n){let r=Object.keys(t??{}).filter(e=>t[e]!==null);for(let[i,a]of e)t?i.dataset.label=r.map(e=>`${e} = ${a[e]??n(e)}`).join(`, `):delete i.dataset.label}var v=e=>Array.from({length:e},(t,n)=>Array.from({length:e},(e,t)=>+(n===t)));function y(e,t){return e.map(e=>t[0].map((n,r)=>e.reduce((e,n,i)=>e+n*t[i][r],0)))}var b=e=>e[0].map((t,n)=>e.map(e=>e[n]));function x(e){let t=e.length,n=e.map((e,n)=>[...e,...v(t)[n]]);for(let e=0;e<t;e++){let r=e;for(let i=e+1;i<t;i++)Math.abs(n[i][e])>Math.abs(n[r][e])&&(r=i);[n[e],n[r]]=[n[r],n[e]];let i=n[e][e];n[e]=n[e].map(e=>e/i);for(let r=0;r<t;r++){if(r===e)continue;let t=n[r][e];t&&(n[r]=n[r].map((r,i)=>r-t*n[e][i]))}}return n.map(e=>e.slice(t))}function S(e,t){let n=e.length,r=Math.max(1e-300,...e.map(e=>e.reduce((e,t)=>e+Math.abs(t),0)))*Math.abs(t),i=Math.max(0,Math.ceil(Math.log2(Math.max(r,1)))+2),a=e.map(e=>e.map(e=>e*t/2**i)),o=v(n),s=v(n);for(let e=1;e<16;e++)o=y(o,a).map(t=>t.map(t=>t/e)),s=s.map((e,t)=>e.map((e,n)=>e+o[t][n]));let c=0;for(let e=0;e<i;e++){s=y(s,s),c*=2;let e=Math.max(...s.flat().map(Math.abs))||1;s=s.map(t=>t.map(t=>t/e)),c+=Math.log(e)}return{matrix:s,log:c}}function C(e,t){let n=e.length/t,r=Array.from({length:t},()=>new Float64Array(t)),i=Math.max(1,Math.floor(n/2e3));for(let a=0;a<n;a+=i)for(let n=0;n<t;n++){let i=e[a*t+n];for(let o=0;o<t;o++)r[n][o]+=i*e[a*t+o]}let a=[];for(let e=0;e<Math.min(3,t);e++){let n=Array.from({length:t},(t,n)=>Math.sin(1+n*(e+1)*1.7));for(let e=0;e<60;e++){for(let e of a){let t=e.reduce((e,t,r)=>e+t*n[r],0);n=n.map((n,r)=>n-t*e[r])}let e=Math.hypot(...n)||1;n=n.map(t=>t/e),n=r.map(e=>n.reduce((t,n,r)=>t+n*e[r],0))}for(let e of a){let t=e.reduce((e,t,r)=>e+t*n[r],0);n=n.map((n,r)=>n-t*e[r])}let i=Math.hypot(...n)||1,o=n.reduce((e,t)=>e+t,0)<0?-1:1;a.push(n.map(e=>o*e/i))}return a}var w=class{id;slot;preview;spec;n;d;beta;space;samples;begin;words;times;x;labels;curves;rows=0;measured=0;ended=null;verdict=null;refines=!1;potentials=[];basis=null;basisRows=0;farthest=1e-9;reachRows=0;constructor(e){this.begin=e,{id:this.id,slot:this.slot,preview:this.preview,spec:this.spec}=e,{n:this.n,d:this.d,beta:this.beta,space:this.space,samples:this.samples}=e,this.words=e.words??null,this.times=new Float64Array(this.samples),this.x=new Float32Array(this.samples*this.n*this.d),this.labels=new Int16Array(this.samples*this.n).fill(-2);let t=()=>new Float64Array(this.samples).fill(NaN);this.curves={count:t(),loose:t(),energy:t(),alignment:t()}}get flat(){return this.space.flat}get end(){return this.begin.t_end}get complete(){return this.rows===this.samples&&this.ended!==null}addPath(e){let{times:t,x:n}=e.arrays;this.times.set(t,e.first),this.x.set(n,e.first*this.n*this.d),this.rows=Math.max(this.rows,e.first+t.length)}addMeasures(e){let{rows:t,labels:n,count:r,loose:i,energy:a,alignment:o}=e.arrays;t.forEach((e,t)=>{this.labels.set(n.subarray(t*this.n,(t+1)*this.n),e*this.n),this.curves.count[e]=r[t],this.curves.loose[e]=i[t],this.curves.energy[e]=a[t],this.curves.alignment[e]=o[t],this.measured=Math.max(this.measured,e+1)})}rowAt(e){let t=0,n=Math.max(0,this.rows-1);for(;t<n;){let r=t+n+1>>1;this.times[r]<=e?t=r:n=r-1}return t}measuredAt(e){let t=Math.min(e,this.measured-1);for(;t>=0&&this.labels[t*this.n]===-2;)t--;return t}at(e){let t=this.rowAt(e),n=this.n*this.d,r=this.x.subarray(t*n,(t+1)*n);if(t+1>=this.rows||e<=this.times[t])return r;let i=(e-this.times[t])/(this.times[t+1]-this.times[t]),a=this.x.subarray((t+1)*n,(t+2)*n),o=new Float32Array(n);for(let e=0;e<n;e++)o[e]=r[e]+i*(a[e]-r[e]);return this.space.unit&&T(o,this.d),o}axes(){return this.d<=3?v(this.d):((!this.basis||this.basisRows!==this.rows&&this.rows===this.samples)&&(this.basis=C(this.x.subarray(0,Math.max(1,this.rows)*this.n*this.d),this.d),this.basisRows=this.rows),this.basis)}points(e,t){let{n,d:r}=this;if(!this.flat&&!this.space.unit&&(e=T(e.slice(),r)),r<=3){for(let i=0;i<n;i++)for(let n=0;n<3;n++)t[3*i+n]=n<r?e[i*r+n]:0;return t}let i=this.axes();for(let a=0;a<n;a++)for(let n=0;n<3;n++){let o=0;for(let t=0;t<r;t++)o+=i[n][t]*e[a*r+t];t[3*a+n]=o}return t}lastRow(){if(this.n<=8)return 0;let e=this.rows-1;if(this.curves.count[this.measuredAt(e)]>1)return e;for(let t=e;t>0;t--)if(this.curves.count[t]>=4)return t;return e}angles(){let[e,t]=[1/0,-1/0];for(let n of[0,this.rows-1])for(let r=0;r<this.n;r++){let i=2*(n*this.n+r),a=Math.atan2(this.x[i+1],this.x[i]);[e,t]=[Math.min(e,a),Math.max(t,a)]}if(!(t-e<1.5)||this.n<2)return[-Math.PI,Math.PI];let n=.08*(t-e)+.001;return[e-n,t+n]}reach(){if(!this.flat)return 1;let{n:e,d:t}=this;for(;this.reachRows<this.rows;this.reachRows++)for(let n=this.reachRows*e*t;n<(this.reachRows+1)*e*t;n++)this.farthest=Math.max(this.farthest,Math.abs(this.x[n]));return this.farthest}betaAt(e){let t=this.begin.beta_end;return t==null?this.beta:this.beta+(t-this.beta)*e/this.end}matrices(e,t){let n=this.begin.matrices[e];if(!n)return null;let r=Math.floor(t/this.begin.layer_time+1e-9);return n[Math.min(Math.max(r,0),n.length-1)]}attention(e){let{n:t,d:n,potentials:r}=this,{weights:i}=this.begin;if(!i)return null;let a=Float64Array.from(this.at(e)),[o,s]=[this.betaAt(e),this.matrices(`qk`,e)??[null]];return i.rescaled?{law:i,beta:o,...this.rescaled(e,o,s[0]),x:a,n:t,d:n,potentials:r}:{law:i,beta:o,scale:Math.abs(o),heads:s,x:this.flat?a:T(a,n),n:t,d:n,potentials:r}}rescaled(e,t,n){let{matrix:r,log:i}=S(this.matrices(`ov`,e)?.[0]??v(this.d),e),a=y(b(r),n?y(n,r):r);return{scale:Math.abs(t)*Math.exp(Math.min(2*i,600)),heads:[a]}}merges(){if(this.ended?.merges)return this.ended.merges;let e=[],t=-1;for(let n=0;n<this.measured;n++)this.labels[n*this.n]!==-2&&(t>=0&&this.curves.count[n]<this.curves.count[t]&&this.joined(t,n)&&e.push({time:this.times[n]}),t=n);return e}joined(e,t){let n=this.labels.subarray(e*this.n,(e+1)*this.n),r=this.labels.subarray(t*this.n,(t+1)*this.n),i=new Map;for(let e of n)i.set(e,(i.get(e)??0)+1);let a=Math.min(Math.max(1,this.n/50),this.n/4),o=new Map;for(let e=0;e<this.n;e++)if(!(n[e]<0||r[e]<0||i.get(n[e])<a)){if(o.has(r[e])&&o.get(r[e])!==n[e])return!0;o.set(r[e],n[e])}return!1}};function T(e,t){for(let n=0;n<e.length;n+=t){let r=0;for(let i=0;i<t;i++)r+=e[n+i]*e[n+i];let i=Math.sqrt(r)||1;for(let r=0;r<t;r++)e[n+r]/=i}return e}var E=300,D=class{requests;events;runs={a:null,b:null};latencies={arrived:[],drawn:[]};arriving={a:null,b:null};undrawn=null;constructor(e,t){this.requests=e,this.events=t}receive(e){switch(e.type){case`begin`:this.begin(new w(e));break;case`path`:this.path(e);break;case`measures`:this.update(e,t=>t.addMeasures(e));break;case`verdict`:this.update(e,t=>t.verdict=e.verdict);break;case`ended`:this.end(e)}}begin(e){e.refines=!e.preview&&!!this.runs[e.slot]?.preview,this.arriving[e.slot]=e,setTimeout(()=>this.show(e),this.runs[e.slot]?E:0)}show(e){this.arriving[e.slot]===e&&(this.arriving[e.slot]=null,this.events.accepts(e.slot)&&(this.runs[e.slot]=e,this.events.shown(e)))}find(e){for(let t of[this.arriving[e.slot],this.runs[e.slot]])if(t?.id===e.id)return t;return null}update(e,t){let n=this.find(e);return n&&t(n),n&&this.runs[n.slot]===n&&this.events.updated(n),n}path(e){let t=this.update(e,t=>t.addPath(e));if(!t||t.rows<t.samples)return;this.show(t);let n=this.requests.drawn(t.slot,t.id);n===null||t.refines||(this.latencies.arrived.push(performance.now()-n),this.undrawn={run:t,asked:n})}drawn(e){if(!this.undrawn||this.undrawn.run!==e)return;let{asked:t}=this.undrawn;this.undrawn=null,requestAnimationFrame(()=>this.latencies.drawn.push(performance.now()-t))}end(e){this.requests.answered(e.slot,e.id),e.status===`error`&&this.events.failed(e);let t=this.find(e);if(t){if(e.status!==`done`)return this.arriving[t.slot]===t&&(this.arriving[t.slot]=null),this.events.updated(t);t.ended=e,this.show(t),this.events.updated(t),this.events.ended(t)}}};function O(e,t={},...n){let r=document.createElement(e);for(let[e,n]of Object.entries(t))r.setAttribute(e,n);return r.append(...n),r}function k(e,t,n,r={}){let i=O(`button`,{type:`button`,title:t,"aria-label":t,...r},e);return i.addEventListener(`click`,n),i}var A=`needs the local server: tokenflock explore`;function j(e){return(e.anyOf?.map(e=>e.type??`any`)??[e.type??`any`]).find(e=>e!==`null`)??`any`}var M=e=>e.anyOf?.some(e=>e.type===`null`)??!1,N=class{root;schema;controls=new Map;constructor(e,t,n,r={}){this.root=e,this.schema=t;let i=new Map;for(let[e,a]of Object.entries(t.properties)){let t=a[`x-hint`]??{},o=t.group??`more`;i.has(o)||i.set(o,this.group(o));let s=te(e,a,n);this.controls.set(e,s),e in r&&I(s.element,r[e]);let{main:c,more:l}=i.get(o);(t.main||o===`more`?c:l).append(s.element)}for(let{more:e}of i.values())e.children.length===1&&e.remove()}group(e){let t=O(`div`,{class:`tkf-fields`}),n=O(`details`,{class:`tkf-more`},O(`summary`,{},`more`));return this.root.append(O(`fieldset`,{"data-group":e},O(`legend`,{},e),t,n)),{main:t,more:n,extra:0}}refuse(e,t,n){let r=e.field??this.meant(e.message);this.mend();let i=(e,t)=>e[t]??this.schema.properties[t].default;for(let[a,{element:o}]of this.controls){let s=i(n,a);JSON.stringify(i(t,a))!==JSON.stringify(s)&&F(o,s),a===r&&P(o,e.message)}}meant(e){for(let[,t]of e.matchAll(/`(\w+)\b/g))if(this.controls.has(t))return t;return null}mend(){for(let{element:e}of this.controls.values())e.classList.remove(`tkf-differs`),e.querySelectorAll(`.tkf-refusal, .tkf-shown`).forEach(e=>e.remove()),e.querySelectorAll(`[aria-invalid]`).forEach(e=>e.removeAttribute(`aria-invalid`))}set(e){for(let[t,n]of this.controls)n.set(t in e?e[t]:this.schema.properties[t].default)}};function P(e,t){let n=O(`p`,{class:`tkf-refusal`,id:`tkf-why-${Math.random().toString(36).slice(2,8)}`},t);for(let t of e.querySelectorAll(`select, input:not([type=range])`))t.setAttribute(`aria-invalid`,`true`),t.setAttribute(`aria-describedby`,n.id);e.append(n),e.closest(`details`)?.setAttribute(`open`,``)}function F(e,t){let n=t===null?`none`:typeof t==`object`?`another array`:String(t);e.classList.add(`tkf-differs`),e.append(O(`p`,{class:`tkf-hint tkf-shown`},`shown: ${n}`))}function I(e,t){let n=e.querySelectorAll(`input, select`);t.length||(n.forEach(e=>{e.disabled=!0,e.title=A}),e.append(O(`p`,{class:`tkf-hint`},A)));for(let n of e.querySelectorAll(`option`))t.includes(n.value)&&Object.assign(n,{disabled:!0,textContent:`${n.value}: ${A}`})}function ee(e){return Object.fromEntries(Object.entries(e.properties).map(([e,t])=>[e,t.default]))}function te(e,t,n){let r=t[`x-hint`]??{},i=O(`div`,{class:`tkf-field`,"data-field":e}),a=`tkf-${e}-${Math.random().toString(36).slice(2,8)}`,o=r.symbol??e.replaceAll(`_`,` `);i.append(O(`label`,{for:a,title:t.description??e},o));let s=(t,r=!1)=>n(e,t,r),c=j(t);return{element:i,set:(r.words?oe:t.enum?ne:c===`boolean`?re:c===`number`||c===`integer`?ie:se)(i,a,t,s)}}function ne(e,t,n,r){let i=e.appendChild(O(`select`,{id:t},...n.enum.map(e=>O(`option`,{},e))));return i.addEventListener(`change`,()=>r(i.value)),e=>i.value=e}function re(e,t,n,r){let i=e.appendChild(O(`select`,{id:t})),a=[[`yes`,!0],[`no`,!1]];return M(n)&&a.unshift([`automatic`,null]),a.forEach(([e])=>i.append(O(`option`,{},e))),i.addEventListener(`change`,()=>r(a[i.selectedIndex][1])),e=>i.selectedIndex=a.findIndex(([,t])=>t===(e??null))}function ie(e,t,n,r){let{span:i,log:a}=n[`x-hint`],o=j(n)===`integer`,s=O(`input`,{id:t,type:`number`,step:o?`1`:`any`,inputmode:`decimal`});M(n)&&(s.placeholder=`none`),n.minimum!==void 0&&(s.min=String(n.minimum));let c=()=>s.value===``&&M(n)?null:Number(s.value);if(s.addEventListener(`change`,()=>{(s.value!==``||M(n))&&r(c())}),!i)return e.append(s),e=>s.value=e==null?``:String(e);let l=O(`input`,{type:`range`,min:`0`,max:`1000`,step:`1`,"aria-label":n.description??t}),u=()=>{let e=R(Number(l.value)/1e3,i,!!a);return o?Math.round(e):Number(e.toPrecision(3))};return l.addEventListener(`input`,()=>{s.value=String(u()),r(u(),!0)}),l.addEventListener(`change`,()=>r(u())),e.append(l,s),e.classList.add(`tkf-slid`),e=>{s.value=e==null?``:String(Number(Number(e).toPrecision(6))),document.activeElement!==l&&(l.value=String(Math.round(1e3*L(e??i[1],i,!!a))))}}var ae=5;function L(e,[t,n],r){let i=e=>t>0?Math.log(e):Math.sign(e)*Math.log1p(Math.abs(e)/n*Math.expm1(ae)),a=r?(i(e)-i(t))/(i(n)-i(t)):(e-t)/(n-t);return Math.min(1,Math.max(0,Number.isFinite(a)?a:0))}function R(e,[t,n],r){if(!r)return t+e*(n-t);if(t>0)return t*(n/t)**e;let i=-Math.log1p(-t/n*Math.expm1(ae)),a=i+e*(ae-i);return Math.sign(a)*n*Math.expm1(Math.abs(a))/Math.expm1(ae)}function oe(e,t,n,r){let{words:i=[],numbers:a,none:o}=n[`x-hint`],s=j(n)===`any`,c=e.appendChild(O(`select`,{id:t})),l=e.appendChild(O(`input`,{type:`text`,class:`tkf-number`,"aria-label":`number of ${t}`})),u=M(n)?o??(s?`identity`:`none`):``,d=i.map(e=>/:[A-Z]/.test(e)?e.split(`:`)[0]:e),f=new Set(i.filter(e=>/:[A-Z]/.test(e)).map(e=>e.split(`:`)[0]));u&&c.append(O(`option`,{value:``},u));for(let e of new Set(d))c.append(O(`option`,{value:e},e));s&&u===`identity`&&c.append(O(`option`,{value:`#number`},`number × identity`)),s&&c.append(O(`option`,{value:`#array`},`written out`));let p=()=>{let e=c.value;l.hidden=!(f.has(e)||a||e===`#number`||e===`#array`),l.placeholder=e===`#array`?`[[1, 0], [0, 1]]`:f.has(e)?`number`:``},m=()=>{let e=c.value;if(e===``)return r(null);if(e===`#number`||e===`#array`)try{r(JSON.parse(l.value||`1`))}catch{l.setAttribute(`aria-invalid`,`true`);return}else r(l.value&&!l.hidden?`${e}:${l.value}`:e);l.removeAttribute(`aria-invalid`)};return c.addEventListener(`change`,()=>{l.value=c.value===`#number`?`1`:f.has(c.value)&&!i.includes(c.value)?`8`:``,p(),c.value!==`#array`&&m()}),l.addEventListener(`change`,m),e=>{e==null?c.value=``:typeof e==`number`?[c.value,l.value]=[`#number`,String(e)]:typeof e==`string`?i.includes(e)?[c.value,l.value]=[e,``]:[c.value,l.value]=[e.split(`:`)[0],e.slice(e.indexOf(`:`)+1)]:[c.value,l.value]=[`#array`,JSON.stringify(e)],p()}}function se(e,t,n,r){let i=e.appendChild(O(`input`,{id:t,type:`text`,placeholder:M(n)?`none`:``}));return i.addEventListener(`change`,()=>{try{r(i.value.trim()===``?null:JSON.parse(i.value)),i.removeAttribute(`aria-invalid`)}catch{j(n)===`string`?r(i.value):i.setAttribute(`aria-invalid`,`true`)}}),e=>i.value=e==null?``:typeof e==`string`?e:JSON.stringify(e)}var ce=[`#0072B2`,`#E69F00`,`#009E73`,`#CC79A7`,`#56B4E9`,`#882255`,`#999933`,`#332288`],le=[`#77AADD`,`#EE8866`,`#44BB99`,`#FFAABB`,`#99DDFF`,`#EEDD88`,`#BBCC33`,`#CC99FF`];function ue(e){let t=getComputedStyle(e),n=e=>t.getPropertyValue(e).trim(),r=n(`--dark`)===`1`;return{dark:r,ink:n(`--ink`),soft:n(`--soft`),faint:n(`--faint`),line:n(`--line`),panel:n(`--panel`),accent:n(`--accent`),strong:n(`--strong`),gray:n(`--gray`),palette:r?le:ce}}function de(e){let t=e.length===4?[...e.slice(1)].map(e=>e+e).join(``):e.slice(1),n=parseInt(t,16);return[(n>>16)/255,(n>>8&255)/255,(n&255)/255]}function fe(e,t,n){let r=Array(e.n).fill(n.gray),i=e.measuredAt(t);if(i<0)return r.fill(n.accent);let a=e.labels.subarray(i*e.n,(i+1)*e.n),o=pe(e,i,a);for(let t=0;t<e.n;t++){if(a[t]<0)continue;let e=o[a[t]],i=e===o.length-1&&e>0&&e%n.palette.length===0;r[t]=n.palette[i?2:e%n.palette.length]}return r}function pe(e,t,n){let r=n.reduce((e,t)=>Math.max(e,t+1),0),i=Array.from({length:r},(e,t)=>t);if(e.d>2)return i;let a=i.map(()=>[0,0]);for(let r=0;r<e.n;r++)if(n[r]>=0)for(let i=0;i<e.d;i++)a[n[r]][i]+=e.x[(t*e.n+r)*e.d+i];let o=a.map(([t,n])=>e.d===1?t:Math.atan2(n,t));i.sort((e,t)=>o[e]-o[t]);let s=Array(r);return i.forEach((e,t)=>s[e]=t),s}var me=200,he=class{root;views;arrivals;context;theme;pictures=0;colors=[];stale={tokens:!0,paths:!0,details:!0,pairs:!0};fresh=!0;last={paths:0,details:0,pairs:0};pairsCost=0;constructor(e,t,n,r){this.root=e,this.views=t,this.arrivals=n,this.context=r,this.theme=ue(e)}retheme(){this.theme=ue(this.root),this.data()}moved(){this.stale.tokens=this.stale.pairs=!0}data(e=!1){this.stale={tokens:!0,paths:!0,details:!0,pairs:!0},this.fresh||=e}frame(e){let{stale:t,last:n}=this,r=this.context.moving(),i=t.paths&&(this.fresh||!r||e-n.paths>me);if(i&&this.drawPaths(e),t.tokens&&this.drawTokens(),i&&e-n.details<400)return;if(t.details)return this.drawDetails(e);let a=r?Math.max(120,8*this.pairsCost):0;t.pairs&&e-n.pairs>=a&&this.drawPairs(e)}drawPaths(e){let{a:t,b:n}=this.arrivals.runs;this.stale.paths=this.fresh=!1,this.last.paths=e,this.views.time.show([t,n].filter(e=>!!e),this.timeState()),this.arrivals.drawn(t)}timeState(){let e=this.context.state(),{cursor:t,options:n,hover:r,chosen:i}=e;return{theme:this.theme,colors:this.colorsOf(0),axis:e.axis(),cursor:t,tree:n.tree,gap:n.gap,hover:r,chosen:i}}drawTokens(){this.stale.tokens=!1,this.views.time.drawOverlay(this.timeState()),this.showTokens(this.views.tokens,0),this.context.state().options.contrast&&this.showTokens(this.views.second,1),this.context.caption(),this.arrivals.runs.a?.rows&&this.pictures++}showTokens(e,t){let n=this.context.state(),{hover:r,chosen:i,options:a,tokenEdits:o}=n,s=this.run(t);e.show(s,{theme:this.theme,colors:this.colorsOf(t),t:s?n.timeOf(s):0,hover:r,chosen:i,trails:a.trails,centers:a.centers,held:t?null:o.held})}drawDetails(e){this.stale.details=!1,this.last.details=e,this.views.spectrum.show(this.run(0),this.theme),this.context.describe()}drawPairs(e){let t=performance.now(),n=this.run(0),r=this.context.state(),i=n?r.timeOf(n):0;this.stale.pairs=!1,this.last.pairs=e,this.views.matrix.show(n,i,this.theme,r.hover),this.views.histogram.show(n,i,this.theme,r.hover),this.pairsCost=performance.now()-t}run(e){return this.arrivals.runs[`ab`[e]]}colorsOf(e){let t=this.run(e),n=this.colors[e],r=t?.measured??0;if(n&&n.run===t&&n.measured===r&&n.theme===this.theme||n&&t&&!r&&n.list.length===t.n&&n.theme===this.theme)return n.list;let i=t?fe(t,t.lastRow(),this.theme):[];return this.colors[e]={run:t,measured:r,theme:this.theme,list:i},i}},ge=1e3,_e=1001,ve=1002,ye=1003,z=1004,be=1005,B=1006,xe=1007,Se=1008,Ce=1009,V=1010,we=1011,Te=1012,H=1013,Ee=1014,U=1015,De=1016,Oe=1017,ke=1018,Ae=1020,je=35902,Me=35899,Ne=1021,Pe=1022,Fe=1023,Ie=1026,Le=1027,Re=1028,ze=1029,Be=1030,Ve=1031,He=1033,Ue=33776,We=33777,Ge=33778,Ke=33779,qe=35840,Je=35841,Ye=35842,Xe=35843,Ze=36196,Qe=37492,$e=37496,et=37488,tt=37489,nt=37490,rt=37491,it=37808,at=37809,ot=37810,st=37811,ct=37812,lt=37813,ut=37814,dt=37815,ft=37816,pt=37817,mt=37818,ht=37819,gt=37820,_t=37821,vt=36492,yt=36494,bt=36495,xt=36283,St=36284,Ct=36285,wt=36286,Tt=2300,Et=2301,Dt=2302,Ot=2303,kt=2400,At=2401,jt=2402,Mt=3200,Nt=`srgb`,Pt=`srgb-linear`,Ft=`linear`,It=`srgb`,Lt=7680,Rt=35044,zt=35048,Bt=2e3;function Vt(e){for(let t=e.length-1;t>=0;--t)if(e[t]>=65535)return!0;return!1}function Ht(e){return ArrayBuffer.isView(e)&&!(e instanceof DataView)}function Ut(e){return document.createElementNS(`http://www.w3.org/1999/xhtml`,e)}function Wt(){let e=Ut(`canvas`);return e.style.display=`block`,e}var Gt={};function Kt(...e){let t=`THREE.`+e.shift();console.log(t,...e)}function qt(e){let t=e[0];if(typeof t==`string`&&t.startsWith(`TSL:`)){let t=e[1];t&&t.isStackTrace?e[0]+=` `+t.getLocation():e[1]=`Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.`}return e}function W(...e){e=qt(e);let t=`THREE.`+e.shift();{let n=e[0];n&&n.isStackTrace?console.warn(n.getError(t)):console.warn(t,...e)}}function G(...e){e=qt(e);let t=`THREE.`+e.shift();{let n=e[0];n&&n.isStackTrace?console.error(n.getError(t)):console.error(t,...e)}}function Jt(...e){let t=e.join(` `);t in Gt||(Gt[t]=!0,W(...e))}function Yt(e,t,n){return new Promise(function(r,i){function a(){switch(e.clientWaitSync(t,e.SYNC_FLUSH_COMMANDS_BIT,0)){case e.WAIT_FAILED:i();break;case e.TIMEOUT_EXPIRED:setTimeout(a,n);break;default:r()}}setTimeout(a,n)})}var Xt={0:0,2:6,4:4,3:5,1:1,6:2,7:7,5:3},Zt=class{addEventListener(e,t){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[e]===void 0&&(n[e]=[]),n[e].indexOf(t)===-1&&n[e].push(t)}hasEventListener(e,t){let n=this._listeners;return n!==void 0&&n[e]!==void 0&&n[e].indexOf(t)!==-1}removeEventListener(e,t){let n=this._listeners;if(n===void 0)return;let r=n[e];if(r!==void 0){let e=r.indexOf(t);e!==-1&&r.splice(e,1)}}dispatchEvent(e){let t=this._listeners;if(t===void 0)return;let n=t[e.type];if(n!==void 0){e.target=this;let t=n.slice(0);for(let n=0,r=t.length;n<r;n++)t[n].call(this,e);e.target=null}}},Qt=`00.01.02.03.04.05.06.07.08.09.0a.0b.0c.0d.0e.0f.10.11.12.13.14.15.16.17.18.19.1a.1b.1c.1d.1e.1f.20.21.22.23.24.25.26.27.28.29.2a.2b.2c.2d.2e.2f.30.31.32.33.34.35.36.37.38.39.3a.3b.3c.3d.3e.3f.40.41.42.43.44.45.46.47.48.49.4a.4b.4c.4d.4e.4f.50.51.52.53.54.55.56.57.58.59.5a.5b.5c.5d.5e.5f.60.61.62.63.64.65.66.67.68.69.6a.6b.6c.6d.6e.6f.70.71.72.73.74.75.76.77.78.79.7a.7b.7c.7d.7e.7f.80.81.82.83.84.85.86.87.88.89.8a.8b.8c.8d.8e.8f.90.91.92.93.94.95.96.97.98.99.9a.9b.9c.9d.9e.9f.a0.a1.a2.a3.a4.a5.a6.a7.a8.a9.aa.ab.ac.ad.ae.af.b0.b1.b2.b3.b4.b5.b6.b7.b8.b9.ba.bb.bc.bd.be.bf.c0.c1.c2.c3.c4.c5.c6.c7.c8.c9.ca.cb.cc.cd.ce.cf.d0.d1.d2.d3.d4.d5.d6.d7.d8.d9.da.db.dc.dd.de.df.e0.e1.e2.e3.e4.e5.e6.e7.e8.e9.ea.eb.ec.ed.ee.ef.f0.f1.f2.f3.f4.f5.f6.f7.f8.f9.fa.fb.fc.fd.fe.ff`.split(`.`),$t=Math.PI/180,en=180/Math.PI;function tn(){let e=Math.random()*4294967295|0,t=Math.random()*4294967295|0,n=Math.random()*4294967295|0,r=Math.random()*4294967295|0;return(Qt[e&255]+Qt[e>>8&255]+Qt[e>>16&255]+Qt[e>>24&255]+`-`+Qt[t&255]+Qt[t>>8&255]+`-`+Qt[t>>16&15|64]+Qt[t>>24&255]+`-`+Qt[n&63|128]+Qt[n>>8&255]+`-`+Qt[n>>16&255]+Qt[n>>24&255]+Qt[r&255]+Qt[r>>8&255]+Qt[r>>16&255]+Qt[r>>24&255]).toLowerCase()}function K(e,t,n){return Math.max(t,Math.min(n,e))}function nn(e,t){return(e%t+t)%t}function rn(e,t,n){return(1-n)*e+n*t}function an(e){return 2**Math.floor(Math.log(e)/Math.LN2)}function on(e){switch(e.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function sn(e,t){if(t.constructor===Float32Array)return e;let n=on(t);if(n===void 0)throw Error(`THREE.MathUtils: Invalid component type.`);return Math.max(e/n,-1)}function cn(e,t){if(t.constructor===Float32Array)return e;let n=on(t);if(n===void 0)throw Error(`THREE.MathUtils: Invalid component type.`);return Math.round(e*n)}var q=class{static{this.prototype.isVector2=!0}constructor(e=0,t=0){this.x=e,this.y=t}get width(){return this.x}set width(e){this.x=e}get height(){return this.y}set height(e){this.y=e}set(e,t){return this.x=e,this.y=t,this}setScalar(e){return this.x=e,this.y=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;default:throw Error(`THREE.Vector2: index is out of range: `+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;default:throw Error(`THREE.Vector2: index is out of range: `+e)}}clone(){return new this.constructor(this.x,this.y)}copy(e){return this.x=e.x,this.y=e.y,this}add(e){return this.x+=e.x,this.y+=e.y,this}addScalar(e){return this.x+=e,this.y+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this}subScalar(e){return this.x-=e,this.y-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this}multiply(e){return this.x*=e.x,this.y*=e.y,this}multiplyScalar(e){return this.x*=e,this.y*=e,this}divide(e){return this.x/=e.x,this.y/=e.y,this}divideScalar(e){return this.multiplyScalar(1/e)}applyMatrix3(e){let t=this.x,n=this.y,r=e.elements;return this.x=r[0]*t+r[3]*n+r[6],this.y=r[1]*t+r[4]*n+r[7],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this}clamp(e,t){return this.x=K(this.x,e.x,t.x),this.y=K(this.y,e.y,t.y),this}clampScalar(e,t){return this.x=K(this.x,e,t),this.y=K(this.y,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(K(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(e){return this.x*e.x+this.y*e.y}cross(e){return this.x*e.y-this.y*e.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(K(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y;return t*t+n*n}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this}equals(e){return e.x===this.x&&e.y===this.y}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this}rotateAround(e,t){let n=Math.cos(t),r=Math.sin(t),i=this.x-e.x,a=this.y-e.y;return this.x=i*n-a*r+e.x,this.y=i*r+a*n+e.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},ln=class{constructor(e=0,t=0,n=0,r=1){this.isQuaternion=!0,this._x=e,this._y=t,this._z=n,this._w=r}static slerpFlat(e,t,n,r,i,a,o){let s=n[r+0],c=n[r+1],l=n[r+2],u=n[r+3],d=i[a+0],f=i[a+1],p=i[a+2],m=i[a+3];if(u!==m||s!==d||c!==f||l!==p){let e=s*d+c*f+l*p+u*m;e<0&&(d=-d,f=-f,p=-p,m=-m,e=-e);let t=1-o;if(e<.9995){let n=Math.acos(e),r=Math.sin(n);t=Math.sin(t*n)/r,o=Math.sin(o*n)/r,s=s*t+d*o,c=c*t+f*o,l=l*t+p*o,u=u*t+m*o}else{s=s*t+d*o,c=c*t+f*o,l=l*t+p*o,u=u*t+m*o;let e=1/Math.sqrt(s*s+c*c+l*l+u*u);s*=e,c*=e,l*=e,u*=e}}e[t]=s,e[t+1]=c,e[t+2]=l,e[t+3]=u}static multiplyQuaternionsFlat(e,t,n,r,i,a){let o=n[r],s=n[r+1],c=n[r+2],l=n[r+3],u=i[a],d=i[a+1],f=i[a+2],p=i[a+3];return e[t]=o*p+l*u+s*f-c*d,e[t+1]=s*p+l*d+c*u-o*f,e[t+2]=c*p+l*f+o*d-s*u,e[t+3]=l*p-o*u-s*d-c*f,e}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get w(){return this._w}set w(e){this._w=e,this._onChangeCallback()}set(e,t,n,r){return this._x=e,this._y=t,this._z=n,this._w=r,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(e){return this._x=e.x,this._y=e.y,this._z=e.z,this._w=e.w,this._onChangeCallback(),this}setFromEuler(e,t=!0){let n=e._x,r=e._y,i=e._z,a=e._order,o=Math.cos,s=Math.sin,c=o(n/2),l=o(r/2),u=o(i/2),d=s(n/2),f=s(r/2),p=s(i/2);switch(a){case`XYZ`:this._x=d*l*u+c*f*p,this._y=c*f*u-d*l*p,this._z=c*l*p+d*f*u,this._w=c*l*u-d*f*p;break;case`YXZ`:this._x=d*l*u+c*f*p,this._y=c*f*u-d*l*p,this._z=c*l*p-d*f*u,this._w=c*l*u+d*f*p;break;case`ZXY`:this._x=d*l*u-c*f*p,this._y=c*f*u+d*l*p,this._z=c*l*p+d*f*u,this._w=c*l*u-d*f*p;break;case`ZYX`:this._x=d*l*u-c*f*p,this._y=c*f*u+d*l*p,this._z=c*l*p-d*f*u,this._w=c*l*u+d*f*p;break;case`YZX`:this._x=d*l*u+c*f*p,this._y=c*f*u+d*l*p,this._z=c*l*p-d*f*u,this._w=c*l*u-d*f*p;break;case`XZY`:this._x=d*l*u-c*f*p,this._y=c*f*u-d*l*p,this._z=c*l*p+d*f*u,this._w=c*l*u+d*f*p;break;default:W(`Quaternion: .setFromEuler() encountered an unknown order: `+a)}return t===!0&&this._onChangeCallback(),this}setFromAxisAngle(e,t){let n=t/2,r=Math.sin(n);return this._x=e.x*r,this._y=e.y*r,this._z=e.z*r,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(e){let t=e.elements,n=t[0],r=t[4],i=t[8],a=t[1],o=t[5],s=t[9],c=t[2],l=t[6],u=t[10],d=n+o+u;if(d>0){let e=.5/Math.sqrt(d+1);this._w=.25/e,this._x=(l-s)*e,this._y=(i-c)*e,this._z=(a-r)*e}else if(n>o&&n>u){let e=2*Math.sqrt(1+n-o-u);this._w=(l-s)/e,this._x=.25*e,this._y=(r+a)/e,this._z=(i+c)/e}else if(o>u){let e=2*Math.sqrt(1+o-n-u);this._w=(i-c)/e,this._x=(r+a)/e,this._y=.25*e,this._z=(s+l)/e}else{let e=2*Math.sqrt(1+u-n-o);this._w=(a-r)/e,this._x=(i+c)/e,this._y=(s+l)/e,this._z=.25*e}return this._onChangeCallback(),this}setFromUnitVectors(e,t){let n=e.dot(t)+1;return n<1e-8?(n=0,Math.abs(e.x)>Math.abs(e.z)?(this._x=-e.y,this._y=e.x,this._z=0,this._w=n):(this._x=0,this._y=-e.z,this._z=e.y,this._w=n)):(this._x=e.y*t.z-e.z*t.y,this._y=e.z*t.x-e.x*t.z,this._z=e.x*t.y-e.y*t.x,this._w=n),this.normalize()}angleTo(e){return 2*Math.acos(Math.abs(K(this.dot(e),-1,1)))}rotateTowards(e,t){let n=this.angleTo(e);if(n===0)return this;let r=Math.min(1,t/n);return this.slerp(e,r),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(e){return this._x*e._x+this._y*e._y+this._z*e._z+this._w*e._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let e=this.length();return e===0?(this._x=0,this._y=0,this._z=0,this._w=1):(e=1/e,this._x*=e,this._y*=e,this._z*=e,this._w*=e),this._onChangeCallback(),this}multiply(e){return this.multiplyQuaternions(this,e)}premultiply(e){return this.multiplyQuaternions(e,this)}multiplyQuaternions(e,t){let n=e._x,r=e._y,i=e._z,a=e._w,o=t._x,s=t._y,c=t._z,l=t._w;return this._x=n*l+a*o+r*c-i*s,this._y=r*l+a*s+i*o-n*c,this._z=i*l+a*c+n*s-r*o,this._w=a*l-n*o-r*s-i*c,this._onChangeCallback(),this}slerp(e,t){let n=e._x,r=e._y,i=e._z,a=e._w,o=this.dot(e);o<0&&(n=-n,r=-r,i=-i,a=-a,o=-o);let s=1-t;if(o<.9995){let e=Math.acos(o),c=Math.sin(e);s=Math.sin(s*e)/c,t=Math.sin(t*e)/c,this._x=this._x*s+n*t,this._y=this._y*s+r*t,this._z=this._z*s+i*t,this._w=this._w*s+a*t,this._onChangeCallback()}else this._x=this._x*s+n*t,this._y=this._y*s+r*t,this._z=this._z*s+i*t,this._w=this._w*s+a*t,this.normalize();return this}slerpQuaternions(e,t,n){return this.copy(e).slerp(t,n)}random(){let e=2*Math.PI*Math.random(),t=2*Math.PI*Math.random(),n=Math.random(),r=Math.sqrt(1-n),i=Math.sqrt(n);return this.set(r*Math.sin(e),r*Math.cos(e),i*Math.sin(t),i*Math.cos(t))}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._w===this._w}fromArray(e,t=0){return this._x=e[t],this._y=e[t+1],this._z=e[t+2],this._w=e[t+3],this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._w,e}fromBufferAttribute(e,t){return this._x=e.getX(t),this._y=e.getY(t),this._z=e.getZ(t),this._w=e.getW(t),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},J=class{static{this.prototype.isVector3=!0}constructor(e=0,t=0,n=0){this.x=e,this.y=t,this.z=n}set(e,t,n){return n===void 0&&(n=this.z),this.x=e,this.y=t,this.z=n,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;default:throw Error(`THREE.Vector3: index is out of range: `+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw Error(`THREE.Vector3: index is out of range: `+e)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this}multiplyVectors(e,t){return this.x=e.x*t.x,this.y=e.y*t.y,this.z=e.z*t.z,this}applyEuler(e){return this.applyQuaternion(dn.setFromEuler(e))}applyAxisAngle(e,t){return this.applyQuaternion(dn.setFromAxisAngle(e,t))}applyMatrix3(e){let t=this.x,n=this.y,r=this.z,i=e.elements;return this.x=i[0]*t+i[3]*n+i[6]*r,this.y=i[1]*t+i[4]*n+i[7]*r,this.z=i[2]*t+i[5]*n+i[8]*r,this}applyNormalMatrix(e){return this.applyMatrix3(e).normalize()}applyMatrix4(e){let t=this.x,n=this.y,r=this.z,i=e.elements,a=1/(i[3]*t+i[7]*n+i[11]*r+i[15]);return this.x=(i[0]*t+i[4]*n+i[8]*r+i[12])*a,this.y=(i[1]*t+i[5]*n+i[9]*r+i[13])*a,this.z=(i[2]*t+i[6]*n+i[10]*r+i[14])*a,this}applyQuaternion(e){let t=this.x,n=this.y,r=this.z,i=e.x,a=e.y,o=e.z,s=e.w,c=2*(a*r-o*n),l=2*(o*t-i*r),u=2*(i*n-a*t);return this.x=t+s*c+a*u-o*l,this.y=n+s*l+o*c-i*u,this.z=r+s*u+i*l-a*c,this}project(e){return this.applyMatrix4(e.matrixWorldInverse).applyMatrix4(e.projectionMatrix)}unproject(e){return this.applyMatrix4(e.projectionMatrixInverse).applyMatrix4(e.matrixWorld)}transformDirection(e){let t=this.x,n=this.y,r=this.z,i=e.elements;return this.x=i[0]*t+i[4]*n+i[8]*r,this.y=i[1]*t+i[5]*n+i[9]*r,this.z=i[2]*t+i[6]*n+i[10]*r,this.normalize()}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this}divideScalar(e){return this.multiplyScalar(1/e)}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this}clamp(e,t){return this.x=K(this.x,e.x,t.x),this.y=K(this.y,e.y,t.y),this.z=K(this.z,e.z,t.z),this}clampScalar(e,t){return this.x=K(this.x,e,t),this.y=K(this.y,e,t),this.z=K(this.z,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(K(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this}cross(e){return this.crossVectors(this,e)}crossVectors(e,t){let n=e.x,r=e.y,i=e.z,a=t.x,o=t.y,s=t.z;return this.x=r*s-i*o,this.y=i*a-n*s,this.z=n*o-r*a,this}projectOnVector(e){let t=e.lengthSq();if(t===0)return this.set(0,0,0);let n=e.dot(this)/t;return this.copy(e).multiplyScalar(n)}projectOnPlane(e){return un.copy(this).projectOnVector(e),this.sub(un)}reflect(e){return this.sub(un.copy(e).multiplyScalar(2*this.dot(e)))}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(K(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y,r=this.z-e.z;return t*t+n*n+r*r}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)+Math.abs(this.z-e.z)}setFromSpherical(e){return this.setFromSphericalCoords(e.radius,e.phi,e.theta)}setFromSphericalCoords(e,t,n){let r=Math.sin(t)*e;return this.x=r*Math.sin(n),this.y=Math.cos(t)*e,this.z=r*Math.cos(n),this}setFromCylindrical(e){return this.setFromCylindricalCoords(e.radius,e.theta,e.y)}setFromCylindricalCoords(e,t,n){return this.x=e*Math.sin(t),this.y=n,this.z=e*Math.cos(t),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this}setFromMatrixScale(e){let t=this.setFromMatrixColumn(e,0).length(),n=this.setFromMatrixColumn(e,1).length(),r=this.setFromMatrixColumn(e,2).length();return this.x=t,this.y=n,this.z=r,this}setFromMatrixColumn(e,t){return this.fromArray(e.elements,t*4)}setFromMatrix3Column(e,t){return this.fromArray(e.elements,t*3)}setFromEuler(e){return this.x=e._x,this.y=e._y,this.z=e._z,this}setFromColor(e){return this.x=e.r,this.y=e.g,this.z=e.b,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let e=Math.random()*Math.PI*2,t=Math.random()*2-1,n=Math.sqrt(1-t*t);return this.x=n*Math.cos(e),this.y=t,this.z=n*Math.sin(e),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},un=new J,dn=new ln,Y=class{static{this.prototype.isMatrix3=!0}constructor(e,t,n,r,i,a,o,s,c){this.elements=[1,0,0,0,1,0,0,0,1],e!==void 0&&this.set(e,t,n,r,i,a,o,s,c)}set(e,t,n,r,i,a,o,s,c){let l=this.elements;return l[0]=e,l[1]=r,l[2]=o,l[3]=t,l[4]=i,l[5]=s,l[6]=n,l[7]=a,l[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],this}extractBasis(e,t,n){return e.setFromMatrix3Column(this,0),t.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(e){let t=e.elements;return this.set(t[0],t[4],t[8],t[1],t[5],t[9],t[2],t[6],t[10]),this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,r=t.elements,i=this.elements,a=n[0],o=n[3],s=n[6],c=n[1],l=n[4],u=n[7],d=n[2],f=n[5],p=n[8],m=r[0],h=r[3],g=r[6],_=r[1],v=r[4],y=r[7],b=r[2],x=r[5],S=r[8];return i[0]=a*m+o*_+s*b,i[3]=a*h+o*v+s*x,i[6]=a*g+o*y+s*S,i[1]=c*m+l*_+u*b,i[4]=c*h+l*v+u*x,i[7]=c*g+l*y+u*S,i[2]=d*m+f*_+p*b,i[5]=d*h+f*v+p*x,i[8]=d*g+f*y+p*S,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[3]*=e,t[6]*=e,t[1]*=e,t[4]*=e,t[7]*=e,t[2]*=e,t[5]*=e,t[8]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[1],r=e[2],i=e[3],a=e[4],o=e[5],s=e[6],c=e[7],l=e[8];return t*a*l-t*o*c-n*i*l+n*o*s+r*i*c-r*a*s}invert(){let e=this.elements,t=e[0],n=e[1],r=e[2],i=e[3],a=e[4],o=e[5],s=e[6],c=e[7],l=e[8],u=l*a-o*c,d=o*s-l*i,f=c*i-a*s,p=t*u+n*d+r*f;if(p===0)return this.set(0,0,0,0,0,0,0,0,0);let m=1/p;return e[0]=u*m,e[1]=(r*c-l*n)*m,e[2]=(o*n-r*a)*m,e[3]=d*m,e[4]=(l*t-r*s)*m,e[5]=(r*i-o*t)*m,e[6]=f*m,e[7]=(n*s-c*t)*m,e[8]=(a*t-n*i)*m,this}transpose(){let e,t=this.elements;return e=t[1],t[1]=t[3],t[3]=e,e=t[2],t[2]=t[6],t[6]=e,e=t[5],t[5]=t[7],t[7]=e,this}getNormalMatrix(e){return this.setFromMatrix4(e).invert().transpose()}transposeIntoArray(e){let t=this.elements;return e[0]=t[0],e[1]=t[3],e[2]=t[6],e[3]=t[1],e[4]=t[4],e[5]=t[7],e[6]=t[2],e[7]=t[5],e[8]=t[8],this}setUvTransform(e,t,n,r,i,a,o){let s=Math.cos(i),c=Math.sin(i);return this.set(n*s,n*c,-n*(s*a+c*o)+a+e,-r*c,r*s,-r*(-c*a+s*o)+o+t,0,0,1),this}scale(e,t){return Jt(`Matrix3: .scale() is deprecated. Use .makeScale() instead.`),this.premultiply(fn.makeScale(e,t)),this}rotate(e){return Jt(`Matrix3: .rotate() is deprecated. Use .makeRotation() instead.`),this.premultiply(fn.makeRotation(-e)),this}translate(e,t){return Jt(`Matrix3: .translate() is deprecated. Use .makeTranslation() instead.`),this.premultiply(fn.makeTranslation(e,t)),this}makeTranslation(e,t){return e.isVector2?this.set(1,0,e.x,0,1,e.y,0,0,1):this.set(1,0,e,0,1,t,0,0,1),this}makeRotation(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,n,t,0,0,0,1),this}makeScale(e,t){return this.set(e,0,0,0,t,0,0,0,1),this}equals(e){let t=this.elements,n=e.elements;for(let e=0;e<9;e++)if(t[e]!==n[e])return!1;return!0}fromArray(e,t=0){for(let n=0;n<9;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e}clone(){return new this.constructor().fromArray(this.elements)}},fn=new Y,pn=new Y().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),mn=new Y().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function hn(){let e={enabled:!0,workingColorSpace:Pt,spaces:{},convert:function(e,t,n){return this.enabled===!1||t===n||!t||!n||(this.spaces[t].transfer===`srgb`&&(e.r=gn(e.r),e.g=gn(e.g),e.b=gn(e.b)),this.spaces[t].primaries!==this.spaces[n].primaries&&(e.applyMatrix3(this.spaces[t].toXYZ),e.applyMatrix3(this.spaces[n].fromXYZ)),this.spaces[n].transfer===`srgb`&&(e.r=_n(e.r),e.g=_n(e.g),e.b=_n(e.b))),e},workingToColorSpace:function(e,t){return this.convert(e,this.workingColorSpace,t)},colorSpaceToWorking:function(e,t){return this.convert(e,t,this.workingColorSpace)},getPrimaries:function(e){return this.spaces[e].primaries},getTransfer:function(e){return e===``?Ft:this.spaces[e].transfer},getToneMappingMode:function(e){return this.spaces[e].outputColorSpaceConfig.toneMappingMode||`standard`},getLuminanceCoefficients:function(e,t=this.workingColorSpace){return e.fromArray(this.spaces[t].luminanceCoefficients)},define:function(e){Object.assign(this.spaces,e)},_getMatrix:function(e,t,n){return e.copy(this.spaces[n].fromXYZ).multiply(this.spaces[t].toXYZ)},_getDrawingBufferColorSpace:function(e){return this.spaces[e].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(e=this.workingColorSpace){return this.spaces[e].workingColorSpaceConfig.unpackColorSpace}},t=[.64,.33,.3,.6,.15,.06],n=[.2126,.7152,.0722],r=[.3127,.329];return e.define({[Pt]:{primaries:t,whitePoint:r,transfer:Ft,toXYZ:pn,fromXYZ:mn,luminanceCoefficients:n,workingColorSpaceConfig:{unpackColorSpace:Nt},outputColorSpaceConfig:{drawingBufferColorSpace:Nt}},[Nt]:{primaries:t,whitePoint:r,transfer:It,toXYZ:pn,fromXYZ:mn,luminanceCoefficients:n,outputColorSpaceConfig:{drawingBufferColorSpace:Nt}}}),e}var X=hn();function gn(e){return e<.04045?e*.0773993808:(e*.9478672986+.0521327014)**2.4}function _n(e){return e<.0031308?e*12.92:1.055*e**.41666-.055}var vn,yn=class{static getDataURL(e,t=`image/png`){if(/^data:/i.test(e.src)||typeof HTMLCanvasElement>`u`)return e.src;let n;if(e instanceof HTMLCanvasElement)n=e;else{vn===void 0&&(vn=Ut(`canvas`)),vn.width=e.width,vn.height=e.height;let t=vn.getContext(`2d`);e instanceof ImageData?t.putImageData(e,0,0):t.drawImage(e,0,0,e.width,e.height),n=vn}return n.toDataURL(t)}static sRGBToLinear(e){if(typeof HTMLImageElement<`u`&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<`u`&&e instanceof HTMLCanvasElement||typeof ImageBitmap<`u`&&e instanceof ImageBitmap){let t=Ut(`canvas`);t.width=e.width,t.height=e.height;let n=t.getContext(`2d`);n.drawImage(e,0,0,e.width,e.height);let r=n.getImageData(0,0,e.width,e.height),i=r.data;for(let e=0;e<i.length;e++)i[e]=gn(i[e]/255)*255;return n.putImageData(r,0,0),t}if(e.data){let t=e.data.slice(0);for(let e=0;e<t.length;e++)t instanceof Uint8Array||t instanceof Uint8ClampedArray?t[e]=Math.floor(gn(t[e]/255)*255):t[e]=gn(t[e]);return{data:t,width:e.width,height:e.height}}return W(`ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied.`),e}},bn=0,xn=class{constructor(e=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:bn++}),this.uuid=tn(),this.data=e,this.dataReady=!0,this.version=0}getSize(e){let t=this.data;return typeof HTMLVideoElement<`u`&&t instanceof HTMLVideoElement?e.set(t.videoWidth,t.videoHeight,0):typeof VideoFrame<`u`&&t instanceof VideoFrame?e.set(t.displayWidth,t.displayHeight,0):t===null?e.set(0,0,0):e.set(t.width||0,t.height||0,t.depth||0),e}set needsUpdate(e){e===!0&&this.version++}toJSON(e){let t=e===void 0||typeof e==`string`;if(!t&&e.images[this.uuid]!==void 0)return e.images[this.uuid];let n={uuid:this.uuid,url:``},r=this.data;if(r!==null){let e;if(Array.isArray(r)){e=[];for(let t=0,n=r.length;t<n;t++)r[t].isDataTexture?e.push(Sn(r[t].image)):e.push(Sn(r[t]))}else e=Sn(r);n.url=e}return t||(e.images[this.uuid]=n),n}};function Sn(e){return typeof HTMLImageElement<`u`&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<`u`&&e instanceof HTMLCanvasElement||typeof ImageBitmap<`u`&&e instanceof ImageBitmap?yn.getDataURL(e):e.data?{data:Array.from(e.data),width:e.width,height:e.height,type:e.data.constructor.name}:(W(`Texture: Unable to serialize Texture.`),{})}var Cn=0,wn=new J,Tn=class e extends Zt{constructor(t=e.DEFAULT_IMAGE,n=e.DEFAULT_MAPPING,r=_e,i=_e,a=B,o=Se,s=Fe,c=Ce,l=e.DEFAULT_ANISOTROPY,u=``){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:Cn++}),this.uuid=tn(),this.name=``,this.source=new xn(t),this.mipmaps=[],this.mapping=n,this.channel=0,this.wrapS=r,this.wrapT=i,this.magFilter=a,this.minFilter=o,this.anisotropy=l,this.format=s,this.internalFormat=null,this.type=c,this.offset=new q(0,0),this.repeat=new q(1,1),this.center=new q(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new Y,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=u,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(t&&t.depth&&t.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(wn).x}get height(){return this.source.getSize(wn).y}get depth(){return this.source.getSize(wn).z}get image(){return this.source.data}set image(e){this.source.data=e}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(e){return this.name=e.name,this.source=e.source,this.mipmaps=e.mipmaps.slice(0),this.mapping=e.mapping,this.channel=e.channel,this.wrapS=e.wrapS,this.wrapT=e.wrapT,this.magFilter=e.magFilter,this.minFilter=e.minFilter,this.anisotropy=e.anisotropy,this.format=e.format,this.internalFormat=e.internalFormat,this.type=e.type,this.normalized=e.normalized,this.offset.copy(e.offset),this.repeat.copy(e.repeat),this.center.copy(e.center),this.rotation=e.rotation,this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrix.copy(e.matrix),this.generateMipmaps=e.generateMipmaps,this.mipmapsAutoUpdate=e.mipmapsAutoUpdate,this.premultiplyAlpha=e.premultiplyAlpha,this.flipY=e.flipY,this.unpackAlignment=e.unpackAlignment,this.colorSpace=e.colorSpace,this.renderTarget=e.renderTarget,this.isRenderTargetTexture=e.isRenderTargetTexture,this.isPMREMTexture=e.isPMREMTexture,this.isArrayTexture=e.isArrayTexture,this.userData=JSON.parse(JSON.stringify(e.userData)),this.needsUpdate=!0,this}setValues(e){for(let t in e){let n=e[t];if(n===void 0){W(`Texture.setValues(): parameter '${t}' has value of undefined.`);continue}let r=this[t];r===void 0?W(`Texture.setValues(): property '${t}' does not exist.`):r&&n&&r.isVector2&&n.isVector2||r&&n&&r.isVector3&&n.isVector3||r&&n&&r.isMatrix3&&n.isMatrix3?r.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e==`string`;if(!t&&e.textures[this.uuid]!==void 0)return e.textures[this.uuid];let n={metadata:{version:4.7,type:`Texture`,generator:`Texture.toJSON`},uuid:this.uuid,name:this.name,image:this.source.toJSON(e).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),t||(e.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:`dispose`})}transformUv(e){if(this.mapping!==300)return e;if(e.applyMatrix3(this.matrix),e.x<0||e.x>1)switch(this.wrapS){case ge:e.x-=Math.floor(e.x);break;case _e:e.x=e.x<0?0:1;break;case ve:Math.abs(Math.floor(e.x)%2)===1?e.x=Math.ceil(e.x)-e.x:e.x-=Math.floor(e.x)}if(e.y<0||e.y>1)switch(this.wrapT){case ge:e.y-=Math.floor(e.y);break;case _e:e.y=e.y<0?0:1;break;case ve:Math.abs(Math.floor(e.y)%2)===1?e.y=Math.ceil(e.y)-e.y:e.y-=Math.floor(e.y)}return this.flipY&&(e.y=1-e.y),e}set needsUpdate(e){e===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(e){e===!0&&this.pmremVersion++}};Tn.DEFAULT_IMAGE=null,Tn.DEFAULT_MAPPING=300,Tn.DEFAULT_ANISOTROPY=1;var En=class{static{this.prototype.isVector4=!0}constructor(e=0,t=0,n=0,r=1){this.x=e,this.y=t,this.z=n,this.w=r}get width(){return this.z}set width(e){this.z=e}get height(){return this.w}set height(e){this.w=e}set(e,t,n,r){return this.x=e,this.y=t,this.z=n,this.w=r,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this.w=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setW(e){return this.w=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;case 3:this.w=t;break;default:throw Error(`THREE.Vector4: index is out of range: `+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw Error(`THREE.Vector4: index is out of range: `+e)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this.w=e.w===void 0?1:e.w,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this.w+=e.w,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this.w+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this.w=e.w+t.w,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this.w+=e.w*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this.w-=e.w,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this.w-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this.w=e.w-t.w,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this.w*=e.w,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this.w*=e,this}applyMatrix4(e){let t=this.x,n=this.y,r=this.z,i=this.w,a=e.elements;return this.x=a[0]*t+a[4]*n+a[8]*r+a[12]*i,this.y=a[1]*t+a[5]*n+a[9]*r+a[13]*i,this.z=a[2]*t+a[6]*n+a[10]*r+a[14]*i,this.w=a[3]*t+a[7]*n+a[11]*r+a[15]*i,this}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this.w/=e.w,this}divideScalar(e){return this.multiplyScalar(1/e)}setAxisAngleFromQuaternion(e){this.w=2*Math.acos(e.w);let t=Math.sqrt(1-e.w*e.w);return t<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=e.x/t,this.y=e.y/t,this.z=e.z/t),this}setAxisAngleFromRotationMatrix(e){let t,n,r,i,a=.01,o=.1,s=e.elements,c=s[0],l=s[4],u=s[8],d=s[1],f=s[5],p=s[9],m=s[2],h=s[6],g=s[10];if(Math.abs(l-d)<a&&Math.abs(u-m)<a&&Math.abs(p-h)<a){if(Math.abs(l+d)<o&&Math.abs(u+m)<o&&Math.abs(p+h)<o&&Math.abs(c+f+g-3)<o)return this.set(1,0,0,0),this;t=Math.PI;let e=(c+1)/2,s=(f+1)/2,_=(g+1)/2,v=(l+d)/4,y=(u+m)/4,b=(p+h)/4;return e>s&&e>_?e<a?(n=0,r=.707106781,i=.707106781):(n=Math.sqrt(e),r=v/n,i=y/n):s>_?s<a?(n=.707106781,r=0,i=.707106781):(r=Math.sqrt(s),n=v/r,i=b/r):_<a?(n=.707106781,r=.707106781,i=0):(i=Math.sqrt(_),n=y/i,r=b/i),this.set(n,r,i,t),this}let _=Math.sqrt((h-p)*(h-p)+(u-m)*(u-m)+(d-l)*(d-l));return Math.abs(_)<.001&&(_=1),this.x=(h-p)/_,this.y=(u-m)/_,this.z=(d-l)/_,this.w=Math.acos((c+f+g-1)/2),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this.w=t[15],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this.w=Math.min(this.w,e.w),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this.w=Math.max(this.w,e.w),this}clamp(e,t){return this.x=K(this.x,e.x,t.x),this.y=K(this.y,e.y,t.y),this.z=K(this.z,e.z,t.z),this.w=K(this.w,e.w,t.w),this}clampScalar(e,t){return this.x=K(this.x,e,t),this.y=K(this.y,e,t),this.z=K(this.z,e,t),this.w=K(this.w,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(K(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z+this.w*e.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this.w+=(e.w-this.w)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this.w=e.w+(t.w-e.w)*n,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z&&e.w===this.w}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this.w=e[t+3],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e[t+3]=this.w,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this.w=e.getW(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},Dn=class extends Zt{constructor(e=1,t=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:B,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=e,this.height=t,this.depth=n.depth,this.scissor=new En(0,0,e,t),this.scissorTest=!1,this.viewport=new En(0,0,e,t),this.textures=[];let r=n.count;for(let i=0;i<r;i++)this.textures[i]=new Tn({width:e,height:t,depth:n.depth}),this.textures[i].isRenderTargetTexture=!0,this.textures[i].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(e={}){let t={minFilter:B,generateMipmaps:!1,flipY:!1,internalFormat:null};e.mapping!==void 0&&(t.mapping=e.mapping),e.wrapS!==void 0&&(t.wrapS=e.wrapS),e.wrapT!==void 0&&(t.wrapT=e.wrapT),e.wrapR!==void 0&&(t.wrapR=e.wrapR),e.magFilter!==void 0&&(t.magFilter=e.magFilter),e.minFilter!==void 0&&(t.minFilter=e.minFilter),e.format!==void 0&&(t.format=e.format),e.type!==void 0&&(t.type=e.type),e.anisotropy!==void 0&&(t.anisotropy=e.anisotropy),e.colorSpace!==void 0&&(t.colorSpace=e.colorSpace),e.flipY!==void 0&&(t.flipY=e.flipY),e.generateMipmaps!==void 0&&(t.generateMipmaps=e.generateMipmaps),e.mipmapsAutoUpdate!==void 0&&(t.mipmapsAutoUpdate=e.mipmapsAutoUpdate),e.internalFormat!==void 0&&(t.internalFormat=e.internalFormat);for(let e=0;e<this.textures.length;e++)this.textures[e].setValues(t)}get texture(){return this.textures[0]}set texture(e){this.textures[0]=e}set depthTexture(e){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),e!==null&&e.renderTarget===null&&(e.renderTarget=this),this._depthTexture=e}get depthTexture(){return this._depthTexture}setSize(e,t,n=1){if(this.width!==e||this.height!==t||this.depth!==n){this.width=e,this.height=t,this.depth=n;for(let r=0,i=this.textures.length;r<i;r++)this.textures[r].image.width=e,this.textures[r].image.height=t,this.textures[r].image.depth=n,this.textures[r].isData3DTexture!==!0&&(this.textures[r].isArrayTexture=this.textures[r].image.depth>1);this.dispose()}this.viewport.set(0,0,e,t),this.scissor.set(0,0,e,t)}clone(){return new this.constructor().copy(this)}copy(e){this.width=e.width,this.height=e.height,this.depth=e.depth,this.scissor.copy(e.scissor),this.scissorTest=e.scissorTest,this.viewport.copy(e.viewport),this.textures.length=0;for(let t=0,n=e.textures.length;t<n;t++){this.textures[t]=e.textures[t].clone(),this.textures[t].isRenderTargetTexture=!0,this.textures[t].renderTarget=this;let n=Object.assign({},e.textures[t].image);this.textures[t].source=new xn(n)}if(this.depthBuffer=e.depthBuffer,this.stencilBuffer=e.stencilBuffer,this.resolveColorBuffer=e.resolveColorBuffer,this.resolveDepthBuffer=e.resolveDepthBuffer,this.resolveStencilBuffer=e.resolveStencilBuffer,this.storeMultisampledColorBuffer=e.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=e.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=e.storeMultisampledStencilBuffer,e.depthTexture!==null){if(e.depthTexture.renderTarget===e){let t=e.depthTexture.clone();t.renderTarget=null,this.depthTexture=t}else this.depthTexture=e.depthTexture}else this.depthTexture=null;return this.samples=e.samples,this.multiview=e.multiview,this.useArrayDepthTexture=e.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:`dispose`})}},On=class extends Dn{constructor(e=1,t=1,n={}){super(e,t,n),this.isWebGLRenderTarget=!0}},kn=class extends Tn{constructor(e=null,t=1,n=1,r=1){super(null),this.isDataArrayTexture=!0,this.image={data:e,width:t,height:n,depth:r},this.magFilter=ye,this.minFilter=ye,this.wrapR=_e,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}addLayerUpdate(e){this.layerUpdates.add(e)}clearLayerUpdates(){this.layerUpdates.clear()}},An=class extends Tn{constructor(e=null,t=1,n=1,r=1){super(null),this.isData3DTexture=!0,this.image={data:e,width:t,height:n,depth:r},this.magFilter=ye,this.minFilter=ye,this.wrapR=_e,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}},jn=class e{static{this.prototype.isMatrix4=!0}constructor(e,t,n,r,i,a,o,s,c,l,u,d,f,p,m,h){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],e!==void 0&&this.set(e,t,n,r,i,a,o,s,c,l,u,d,f,p,m,h)}set(e,t,n,r,i,a,o,s,c,l,u,d,f,p,m,h){let g=this.elements;return g[0]=e,g[4]=t,g[8]=n,g[12]=r,g[1]=i,g[5]=a,g[9]=o,g[13]=s,g[2]=c,g[6]=l,g[10]=u,g[14]=d,g[3]=f,g[7]=p,g[11]=m,g[15]=h,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new e().fromArray(this.elements)}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],t[9]=n[9],t[10]=n[10],t[11]=n[11],t[12]=n[12],t[13]=n[13],t[14]=n[14],t[15]=n[15],this}copyPosition(e){let t=this.elements,n=e.elements;return t[12]=n[12],t[13]=n[13],t[14]=n[14],this}setFromMatrix3(e){let t=e.elements;return this.set(t[0],t[3],t[6],0,t[1],t[4],t[7],0,t[2],t[5],t[8],0,0,0,0,1),this}extractBasis(e,t,n){return this.determinantAffine()===0?(e.set(1,0,0),t.set(0,1,0),n.set(0,0,1),this):(e.setFromMatrixColumn(this,0),t.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(e,t,n){return this.set(e.x,t.x,n.x,0,e.y,t.y,n.y,0,e.z,t.z,n.z,0,0,0,0,1),this}extractRotation(e){if(e.determinantAffine()===0)return this.identity();let t=this.elements,n=e.elements,r=1/Mn.setFromMatrixColumn(e,0).length(),i=1/Mn.setFromMatrixColumn(e,1).length(),a=1/Mn.setFromMatrixColumn(e,2).length();return t[0]=n[0]*r,t[1]=n[1]*r,t[2]=n[2]*r,t[3]=0,t[4]=n[4]*i,t[5]=n[5]*i,t[6]=n[6]*i,t[7]=0,t[8]=n[8]*a,t[9]=n[9]*a,t[10]=n[10]*a,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromEuler(e){let t=this.elements,n=e.x,r=e.y,i=e.z,a=Math.cos(n),o=Math.sin(n),s=Math.cos(r),c=Math.sin(r),l=Math.cos(i),u=Math.sin(i);if(e.order===`XYZ`){let e=a*l,n=a*u,r=o*l,i=o*u;t[0]=s*l,t[4]=-s*u,t[8]=c,t[1]=n+r*c,t[5]=e-i*c,t[9]=-o*s,t[2]=i-e*c,t[6]=r+n*c,t[10]=a*s}else if(e.order===`YXZ`){let e=s*l,n=s*u,r=c*l,i=c*u;t[0]=e+i*o,t[4]=r*o-n,t[8]=a*c,t[1]=a*u,t[5]=a*l,t[9]=-o,t[2]=n*o-r,t[6]=i+e*o,t[10]=a*s}else if(e.order===`ZXY`){let e=s*l,n=s*u,r=c*l,i=c*u;t[0]=e-i*o,t[4]=-a*u,t[8]=r+n*o,t[1]=n+r*o,t[5]=a*l,t[9]=i-e*o,t[2]=-a*c,t[6]=o,t[10]=a*s}else if(e.order===`ZYX`){let e=a*l,n=a*u,r=o*l,i=o*u;t[0]=s*l,t[4]=r*c-n,t[8]=e*c+i,t[1]=s*u,t[5]=i*c+e,t[9]=n*c-r,t[2]=-c,t[6]=o*s,t[10]=a*s}else if(e.order===`YZX`){let e=a*s,n=a*c,r=o*s,i=o*c;t[0]=s*l,t[4]=i-e*u,t[8]=r*u+n,t[1]=u,t[5]=a*l,t[9]=-o*l,t[2]=-c*l,t[6]=n*u+r,t[10]=e-i*u}else if(e.order===`XZY`){let e=a*s,n=a*c,r=o*s,i=o*c;t[0]=s*l,t[4]=-u,t[8]=c*l,t[1]=e*u+i,t[5]=a*l,t[9]=n*u-r,t[2]=r*u-n,t[6]=o*l,t[10]=i*u+e}return t[3]=0,t[7]=0,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromQuaternion(e){return this.compose(Pn,e,Fn)}lookAt(e,t,n){let r=this.elements;return Rn.subVectors(e,t),Rn.lengthSq()===0&&(Rn.z=1),Rn.normalize(),In.crossVectors(n,Rn),In.lengthSq()===0&&(Math.abs(n.z)===1?Rn.x+=1e-4:Rn.z+=1e-4,Rn.normalize(),In.crossVectors(n,Rn)),In.normalize(),Ln.crossVectors(Rn,In),r[0]=In.x,r[4]=Ln.x,r[8]=Rn.x,r[1]=In.y,r[5]=Ln.y,r[9]=Rn.y,r[2]=In.z,r[6]=Ln.z,r[10]=Rn.z,this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,r=t.elements,i=this.elements,a=n[0],o=n[4],s=n[8],c=n[12],l=n[1],u=n[5],d=n[9],f=n[13],p=n[2],m=n[6],h=n[10],g=n[14],_=n[3],v=n[7],y=n[11],b=n[15],x=r[0],S=r[4],C=r[8],w=r[12],T=r[1],E=r[5],D=r[9],O=r[13],k=r[2],A=r[6],j=r[10],M=r[14],N=r[3],P=r[7],F=r[11],I=r[15];return i[0]=a*x+o*T+s*k+c*N,i[4]=a*S+o*E+s*A+c*P,i[8]=a*C+o*D+s*j+c*F,i[12]=a*w+o*O+s*M+c*I,i[1]=l*x+u*T+d*k+f*N,i[5]=l*S+u*E+d*A+f*P,i[9]=l*C+u*D+d*j+f*F,i[13]=l*w+u*O+d*M+f*I,i[2]=p*x+m*T+h*k+g*N,i[6]=p*S+m*E+h*A+g*P,i[10]=p*C+m*D+h*j+g*F,i[14]=p*w+m*O+h*M+g*I,i[3]=_*x+v*T+y*k+b*N,i[7]=_*S+v*E+y*A+b*P,i[11]=_*C+v*D+y*j+b*F,i[15]=_*w+v*O+y*M+b*I,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[4]*=e,t[8]*=e,t[12]*=e,t[1]*=e,t[5]*=e,t[9]*=e,t[13]*=e,t[2]*=e,t[6]*=e,t[10]*=e,t[14]*=e,t[3]*=e,t[7]*=e,t[11]*=e,t[15]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[4],r=e[8],i=e[12],a=e[1],o=e[5],s=e[9],c=e[13],l=e[2],u=e[6],d=e[10],f=e[14],p=e[3],m=e[7],h=e[11],g=e[15],_=s*f-c*d,v=o*f-c*u,y=o*d-s*u,b=a*f-c*l,x=a*d-s*l,S=a*u-o*l;return t*(m*_-h*v+g*y)-n*(p*_-h*b+g*x)+r*(p*v-m*b+g*S)-i*(p*y-m*x+h*S)}determinantAffine(){let e=this.elements,t=e[0],n=e[4],r=e[8],i=e[1],a=e[5],o=e[9],s=e[2],c=e[6],l=e[10];return t*(a*l-o*c)-n*(i*l-o*s)+r*(i*c-a*s)}transpose(){let e=this.elements,t;return t=e[1],e[1]=e[4],e[4]=t,t=e[2],e[2]=e[8],e[8]=t,t=e[6],e[6]=e[9],e[9]=t,t=e[3],e[3]=e[12],e[12]=t,t=e[7],e[7]=e[13],e[13]=t,t=e[11],e[11]=e[14],e[14]=t,this}setPosition(e,t,n){let r=this.elements;return e.isVector3?(r[12]=e.x,r[13]=e.y,r[14]=e.z):(r[12]=e,r[13]=t,r[14]=n),this}invert(){let e=this.elements,t=e[0],n=e[1],r=e[2],i=e[3],a=e[4],o=e[5],s=e[6],c=e[7],l=e[8],u=e[9],d=e[10],f=e[11],p=e[12],m=e[13],h=e[14],g=e[15],_=t*o-n*a,v=t*s-r*a,y=t*c-i*a,b=n*s-r*o,x=n*c-i*o,S=r*c-i*s,C=l*m-u*p,w=l*h-d*p,T=l*g-f*p,E=u*h-d*m,D=u*g-f*m,O=d*g-f*h,k=_*O-v*D+y*E+b*T-x*w+S*C;if(k===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let A=1/k;return e[0]=(o*O-s*D+c*E)*A,e[1]=(r*D-n*O-i*E)*A,e[2]=(m*S-h*x+g*b)*A,e[3]=(d*x-u*S-f*b)*A,e[4]=(s*T-a*O-c*w)*A,e[5]=(t*O-r*T+i*w)*A,e[6]=(h*y-p*S-g*v)*A,e[7]=(l*S-d*y+f*v)*A,e[8]=(a*D-o*T+c*C)*A,e[9]=(n*T-t*D-i*C)*A,e[10]=(p*x-m*y+g*_)*A,e[11]=(u*y-l*x-f*_)*A,e[12]=(o*w-a*E-s*C)*A,e[13]=(t*E-n*w+r*C)*A,e[14]=(m*v-p*b-h*_)*A,e[15]=(l*b-u*v+d*_)*A,this}scale(e){let t=this.elements,n=e.x,r=e.y,i=e.z;return t[0]*=n,t[4]*=r,t[8]*=i,t[1]*=n,t[5]*=r,t[9]*=i,t[2]*=n,t[6]*=r,t[10]*=i,t[3]*=n,t[7]*=r,t[11]*=i,this}getMaxScaleOnAxis(){let e=this.elements,t=e[0]*e[0]+e[1]*e[1]+e[2]*e[2],n=e[4]*e[4]+e[5]*e[5]+e[6]*e[6],r=e[8]*e[8]+e[9]*e[9]+e[10]*e[10];return Math.sqrt(Math.max(t,n,r))}makeTranslation(e,t,n){return e.isVector3?this.set(1,0,0,e.x,0,1,0,e.y,0,0,1,e.z,0,0,0,1):this.set(1,0,0,e,0,1,0,t,0,0,1,n,0,0,0,1),this}makeRotationX(e){let t=Math.cos(e),n=Math.sin(e);return this.set(1,0,0,0,0,t,-n,0,0,n,t,0,0,0,0,1),this}makeRotationY(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,0,n,0,0,1,0,0,-n,0,t,0,0,0,0,1),this}makeRotationZ(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,0,n,t,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(e,t){let n=Math.cos(t),r=Math.sin(t),i=1-n,a=e.x,o=e.y,s=e.z,c=i*a,l=i*o;return this.set(c*a+n,c*o-r*s,c*s+r*o,0,c*o+r*s,l*o+n,l*s-r*a,0,c*s-r*o,l*s+r*a,i*s*s+n,0,0,0,0,1),this}makeScale(e,t,n){return this.set(e,0,0,0,0,t,0,0,0,0,n,0,0,0,0,1),this}makeShear(e,t,n,r,i,a){return this.set(1,n,i,0,e,1,a,0,t,r,1,0,0,0,0,1),this}compose(e,t,n){let r=this.elements,i=t._x,a=t._y,o=t._z,s=t._w,c=i+i,l=a+a,u=o+o,d=i*c,f=i*l,p=i*u,m=a*l,h=a*u,g=o*u,_=s*c,v=s*l,y=s*u,b=n.x,x=n.y,S=n.z;return r[0]=(1-(m+g))*b,r[1]=(f+y)*b,r[2]=(p-v)*b,r[3]=0,r[4]=(f-y)*x,r[5]=(1-(d+g))*x,r[6]=(h+_)*x,r[7]=0,r[8]=(p+v)*S,r[9]=(h-_)*S,r[10]=(1-(d+m))*S,r[11]=0,r[12]=e.x,r[13]=e.y,r[14]=e.z,r[15]=1,this}decompose(e,t,n){let r=this.elements;e.x=r[12],e.y=r[13],e.z=r[14];let i=this.determinantAffine();if(i===0)return n.set(1,1,1),t.identity(),this;let a=Mn.set(r[0],r[1],r[2]).length(),o=Mn.set(r[4],r[5],r[6]).length(),s=Mn.set(r[8],r[9],r[10]).length();i<0&&(a=-a),Nn.copy(this);let c=1/a,l=1/o,u=1/s;return Nn.elements[0]*=c,Nn.elements[1]*=c,Nn.elements[2]*=c,Nn.elements[4]*=l,Nn.elements[5]*=l,Nn.elements[6]*=l,Nn.elements[8]*=u,Nn.elements[9]*=u,Nn.elements[10]*=u,t.setFromRotationMatrix(Nn),n.x=a,n.y=o,n.z=s,this}makePerspective(e,t,n,r,i,a,o=Bt,s=!1){let c=this.elements,l=2*i/(t-e),u=2*i/(n-r),d=(t+e)/(t-e),f=(n+r)/(n-r),p,m;if(s)p=i/(a-i),m=a*i/(a-i);else if(o===2e3)p=-(a+i)/(a-i),m=-2*a*i/(a-i);else if(o===2001)p=-a/(a-i),m=-a*i/(a-i);else throw Error(`THREE.Matrix4.makePerspective(): Invalid coordinate system: `+o);return c[0]=l,c[4]=0,c[8]=d,c[12]=0,c[1]=0,c[5]=u,c[9]=f,c[13]=0,c[2]=0,c[6]=0,c[10]=p,c[14]=m,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(e,t,n,r,i,a,o=Bt,s=!1){let c=this.elements,l=2/(t-e),u=2/(n-r),d=-(t+e)/(t-e),f=-(n+r)/(n-r),p,m;if(s)p=1/(a-i),m=a/(a-i);else if(o===2e3)p=-2/(a-i),m=-(a+i)/(a-i);else if(o===2001)p=-1/(a-i),m=-i/(a-i);else throw Error(`THREE.Matrix4.makeOrthographic(): Invalid coordinate system: `+o);return c[0]=l,c[4]=0,c[8]=0,c[12]=d,c[1]=0,c[5]=u,c[9]=0,c[13]=f,c[2]=0,c[6]=0,c[10]=p,c[14]=m,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(e){let t=this.elements,n=e.elements;for(let e=0;e<16;e++)if(t[e]!==n[e])return!1;return!0}fromArray(e,t=0){for(let n=0;n<16;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e[t+9]=n[9],e[t+10]=n[10],e[t+11]=n[11],e[t+12]=n[12],e[t+13]=n[13],e[t+14]=n[14],e[t+15]=n[15],e}},Mn=new J,Nn=new jn,Pn=new J(0,0,0),Fn=new J(1,1,1),In=new J,Ln=new J,Rn=new J,zn=new jn,Bn=new ln,Vn=class e{constructor(t=0,n=0,r=0,i=e.DEFAULT_ORDER){this.isEuler=!0,this._x=t,this._y=n,this._z=r,this._order=i}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get order(){return this._order}set order(e){this._order=e,this._onChangeCallback()}set(e,t,n,r=this._order){return this._x=e,this._y=t,this._z=n,this._order=r,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(e){return this._x=e._x,this._y=e._y,this._z=e._z,this._order=e._order,this._onChangeCallback(),this}setFromRotationMatrix(e,t=this._order,n=!0){let r=e.elements,i=r[0],a=r[4],o=r[8],s=r[1],c=r[5],l=r[9],u=r[2],d=r[6],f=r[10];switch(t){case`XYZ`:this._y=Math.asin(K(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(-l,f),this._z=Math.atan2(-a,i)):(this._x=Math.atan2(d,c),this._z=0);break;case`YXZ`:this._x=Math.asin(-K(l,-1,1)),Math.abs(l)<.9999999?(this._y=Math.atan2(o,f),this._z=Math.atan2(s,c)):(this._y=Math.atan2(-u,i),this._z=0);break;case`ZXY`:this._x=Math.asin(K(d,-1,1)),Math.abs(d)<.9999999?(this._y=Math.atan2(-u,f),this._z=Math.atan2(-a,c)):(this._y=0,this._z=Math.atan2(s,i));break;case`ZYX`:this._y=Math.asin(-K(u,-1,1)),Math.abs(u)<.9999999?(this._x=Math.atan2(d,f),this._z=Math.atan2(s,i)):(this._x=0,this._z=Math.atan2(-a,c));break;case`YZX`:this._z=Math.asin(K(s,-1,1)),Math.abs(s)<.9999999?(this._x=Math.atan2(-l,c),this._y=Math.atan2(-u,i)):(this._x=0,this._y=Math.atan2(o,f));break;case`XZY`:this._z=Math.asin(-K(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(d,c),this._y=Math.atan2(o,i)):(this._x=Math.atan2(-l,f),this._y=0);break;default:W(`Euler: .setFromRotationMatrix() encountered an unknown order: `+t)}return this._order=t,n===!0&&this._onChangeCallback(),this}setFromQuaternion(e,t,n){return zn.makeRotationFromQuaternion(e),this.setFromRotationMatrix(zn,t,n)}setFromVector3(e,t=this._order){return this.set(e.x,e.y,e.z,t)}reorder(e){return Bn.setFromEuler(this),this.setFromQuaternion(Bn,e)}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._order===this._order}fromArray(e){return this._x=e[0],this._y=e[1],this._z=e[2],e[3]!==void 0&&(this._order=e[3]),this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._order,e}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};Vn.DEFAULT_ORDER=`XYZ`;var Hn=class{constructor(){this.mask=1}set(e){this.mask=1<<e>>>0}enable(e){this.mask|=1<<e}enableAll(){this.mask=-1}toggle(e){this.mask^=1<<e}disable(e){this.mask&=~(1<<e)}disableAll(){this.mask=0}test(e){return(this.mask&e.mask)!==0}isEnabled(e){return!!(this.mask&1<<e)}},Un=0,Wn=new J,Gn=new ln,Kn=new jn,qn=new J,Jn=new J,Yn=new J,Xn=new ln,Zn=new J(1,0,0),Qn=new J(0,1,0),$n=new J(0,0,1),er={type:`added`},tr={type:`removed`},nr={type:`childadded`,child:null},rr={type:`childremoved`,child:null},ir=class e extends Zt{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:Un++}),this.uuid=tn(),this.name=``,this.type=`Object3D`,this.parent=null,this.children=[],this.up=e.DEFAULT_UP.clone();let t=new J,n=new Vn,r=new ln,i=new J(1,1,1);function a(){r.setFromEuler(n,!1)}function o(){n.setFromQuaternion(r,void 0,!1)}n._onChange(a),r._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:t},rotation:{configurable:!0,enumerable:!0,value:n},quaternion:{configurable:!0,enumerable:!0,value:r},scale:{configurable:!0,enumerable:!0,value:i},modelViewMatrix:{value:new jn},normalMatrix:{value:new Y}}),this.matrix=new jn,this.matrixWorld=new jn,this.matrixAutoUpdate=e.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=e.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new Hn,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(e){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(e),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(e){return this.quaternion.premultiply(e),this}setRotationFromAxisAngle(e,t){this.quaternion.setFromAxisAngle(e,t)}setRotationFromEuler(e){this.quaternion.setFromEuler(e,!0)}setRotationFromMatrix(e){this.quaternion.setFromRotationMatrix(e)}setRotationFromQuaternion(e){this.quaternion.copy(e)}rotateOnAxis(e,t){return Gn.setFromAxisAngle(e,t),this.quaternion.multiply(Gn),this}rotateOnWorldAxis(e,t){return Gn.setFromAxisAngle(e,t),this.quaternion.premultiply(Gn),this}rotateX(e){return this.rotateOnAxis(Zn,e)}rotateY(e){return this.rotateOnAxis(Qn,e)}rotateZ(e){return this.rotateOnAxis($n,e)}translateOnAxis(e,t){return Wn.copy(e).applyQuaternion(this.quaternion),this.position.add(Wn.multiplyScalar(t)),this}translateX(e){return this.translateOnAxis(Zn,e)}translateY(e){return this.translateOnAxis(Qn,e)}translateZ(e){return this.translateOnAxis($n,e)}localToWorld(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(this.matrixWorld)}worldToLocal(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(Kn.copy(this.matrixWorld).invert())}lookAt(e,t,n){e.isVector3?qn.copy(e):qn.set(e,t,n);let r=this.parent;this.updateWorldMatrix(!0,!1),Jn.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?Kn.lookAt(Jn,qn,this.up):Kn.lookAt(qn,Jn,this.up),this.quaternion.setFromRotationMatrix(Kn),r&&(Kn.extractRotation(r.matrixWorld),Gn.setFromRotationMatrix(Kn),this.quaternion.premultiply(Gn.invert()))}add(e){if(arguments.length>1){for(let e=0;e<arguments.length;e++)this.add(arguments[e]);return this}return e===this?(G(`Object3D.add: object can't be added as a child of itself.`,e),this):(e&&e.isObject3D?(e.removeFromParent(),e.parent=this,this.children.push(e),e.dispatchEvent(er),nr.child=e,this.dispatchEvent(nr),nr.child=null):G(`Object3D.add: object not an instance of THREE.Object3D.`,e),this)}remove(e){if(arguments.length>1){for(let e=0;e<arguments.length;e++)this.remove(arguments[e]);return this}let t=this.children.indexOf(e);return t!==-1&&(e.parent=null,this.children.splice(t,1),e.dispatchEvent(tr),rr.child=e,this.dispatchEvent(rr),rr.child=null),this}removeFromParent(){let e=this.parent;return e!==null&&e.remove(this),this}clear(){return this.remove(...this.children)}attach(e){return this.updateWorldMatrix(!0,!1),Kn.copy(this.matrixWorld).invert(),e.parent!==null&&(e.parent.updateWorldMatrix(!0,!1),Kn.multiply(e.parent.matrixWorld)),e.applyMatrix4(Kn),e.removeFromParent(),e.parent=this,this.children.push(e),e.updateWorldMatrix(!1,!0),e.dispatchEvent(er),nr.child=e,this.dispatchEvent(nr),nr.child=null,this}getObjectById(e){return this.getObjectByProperty(`id`,e)}getObjectByName(e){return this.getObjectByProperty(`name`,e)}getObjectByProperty(e,t){if(this[e]===t)return this;for(let n=0,r=this.children.length;n<r;n++){let r=this.children[n].getObjectByProperty(e,t);if(r!==void 0)return r}}getObjectsByProperty(e,t,n=[]){this[e]===t&&n.push(this);let r=this.children;for(let i=0,a=r.length;i<a;i++)r[i].getObjectsByProperty(e,t,n);return n}getWorldPosition(e){return this.updateWorldMatrix(!0,!1),e.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Jn,e,Yn),e}getWorldScale(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Jn,Xn,e),e}getWorldDirection(e){this.updateWorldMatrix(!0,!1);let t=this.matrixWorld.elements;return e.set(t[8],t[9],t[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(e){e(this);let t=this.children;for(let n=0,r=t.length;n<r;n++)t[n].traverse(e)}traverseVisible(e){if(this.visible===!1)return;e(this);let t=this.children;for(let n=0,r=t.length;n<r;n++)t[n].traverseVisible(e)}traverseAncestors(e){let t=this.parent;t!==null&&(e(t),t.traverseAncestors(e))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let e=this.pivot;if(e!==null){let t=e.x,n=e.y,r=e.z,i=this.matrix.elements;i[12]+=t-i[0]*t-i[4]*n-i[8]*r,i[13]+=n-i[1]*t-i[5]*n-i[9]*r,i[14]+=r-i[2]*t-i[6]*n-i[10]*r}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(e){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||e)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,e=!0);let t=this.children;for(let n=0,r=t.length;n<r;n++)t[n].updateMatrixWorld(e)}updateWorldMatrix(e,t,n=!1){let r=this.parent;if(e===!0&&r!==null&&r.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),t===!0){let e=this.children;for(let t=0,r=e.length;t<r;t++)e[t].updateWorldMatrix(!1,!0,n)}}toJSON(e){let t=e===void 0||typeof e==`string`,n={};t&&(e={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:`Object`,generator:`Object3D.toJSON`});let r={};r.uuid=this.uuid,r.type=this.type,r.name=this.name,r.castShadow=this.castShadow,r.receiveShadow=this.receiveShadow,r.visible=this.visible,r.frustumCulled=this.frustumCulled,r.renderOrder=this.renderOrder,r.static=this.static,r.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(r.userData=this.userData),r.layers=this.layers.mask,r.matrix=this.matrix.toArray(),r.up=this.up.toArray(),this.pivot!==null&&(r.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(r.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(r.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(r.type=`InstancedMesh`,r.count=this.count,r.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(r.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(r.type=`BatchedMesh`,r.perObjectFrustumCulled=this.perObjectFrustumCulled,r.sortObjects=this.sortObjects,r.drawRanges=this._drawRanges,r.reservedRanges=this._reservedRanges,r.geometryInfo=this._geometryInfo.map(e=>({...e,boundingBox:e.boundingBox?e.boundingBox.toJSON():void 0,boundingSphere:e.boundingSphere?e.boundingSphere.toJSON():void 0})),r.instanceInfo=this._instanceInfo.map(e=>({...e})),r.availableInstanceIds=this._availableInstanceIds.slice(),r.availableGeometryIds=this._availableGeometryIds.slice(),r.nextIndexStart=this._nextIndexStart,r.nextVertexStart=this._nextVertexStart,r.geometryCount=this._geometryCount,r.maxInstanceCount=this._maxInstanceCount,r.maxVertexCount=this._maxVertexCount,r.maxIndexCount=this._maxIndexCount,r.geometryInitialized=this._geometryInitialized,r.matricesTexture=this._matricesTexture.toJSON(e),r.indirectTexture=this._indirectTexture.toJSON(e),this._colorsTexture!==null&&(r.colorsTexture=this._colorsTexture.toJSON(e)),this.boundingSphere!==null&&(r.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(r.boundingBox=this.boundingBox.toJSON()));function i(t,n){return t[n.uuid]===void 0&&(t[n.uuid]=n.toJSON(e)),n.uuid}if(this.isScene)this.background&&(this.background.isColor?r.background=this.background.toJSON():this.background.isTexture&&(r.background=this.background.toJSON(e).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(r.environment=this.environment.toJSON(e).uuid);else if(this.isMesh||this.isLine||this.isPoints){r.geometry=i(e.geometries,this.geometry);let t=this.geometry.parameters;if(t!==void 0&&t.shapes!==void 0){let n=t.shapes;if(Array.isArray(n))for(let t=0,r=n.length;t<r;t++){let r=n[t];i(e.shapes,r)}else i(e.shapes,n)}}if(this.isSkinnedMesh&&(r.bindMode=this.bindMode,r.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(i(e.skeletons,this.skeleton),r.skeleton=this.skeleton.uuid)),this.material!==void 0){if(Array.isArray(this.material)){let t=[];for(let n=0,r=this.material.length;n<r;n++)t.push(i(e.materials,this.material[n]));r.material=t}else r.material=i(e.materials,this.material)}if(this.children.length>0){r.children=[];for(let t=0;t<this.children.length;t++)r.children.push(this.children[t].toJSON(e).object)}if(this.animations.length>0){r.animations=[];for(let t=0;t<this.animations.length;t++){let n=this.animations[t];r.animations.push(i(e.animations,n))}}if(t){let t=a(e.geometries),r=a(e.materials),i=a(e.textures),o=a(e.images),s=a(e.shapes),c=a(e.skeletons),l=a(e.animations),u=a(e.nodes);t.length>0&&(n.geometries=t),r.length>0&&(n.materials=r),i.length>0&&(n.textures=i),o.length>0&&(n.images=o),s.length>0&&(n.shapes=s),c.length>0&&(n.skeletons=c),l.length>0&&(n.animations=l),u.length>0&&(n.nodes=u)}return n.object=r,n;function a(e){let t=[];for(let n in e){let r=e[n];delete r.metadata,t.push(r)}return t}}clone(e){return new this.constructor().copy(this,e)}copy(e,t=!0){if(this.name=e.name,this.up.copy(e.up),this.position.copy(e.position),this.rotation.order=e.rotation.order,this.quaternion.copy(e.quaternion),this.scale.copy(e.scale),this.pivot=e.pivot===null?null:e.pivot.clone(),this.matrix.copy(e.matrix),this.matrixWorld.copy(e.matrixWorld),this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrixWorldAutoUpdate=e.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=e.matrixWorldNeedsUpdate,this.layers.mask=e.layers.mask,this.visible=e.visible,this.castShadow=e.castShadow,this.receiveShadow=e.receiveShadow,this.frustumCulled=e.frustumCulled,this.renderOrder=e.renderOrder,this.static=e.static,this.animations=e.animations.slice(),this.userData=JSON.parse(JSON.stringify(e.userData)),t===!0)for(let t=0;t<e.children.length;t++){let n=e.children[t];this.add(n.clone())}return this}dispose(){this.dispatchEvent({type:`dispose`})}};ir.DEFAULT_UP=new J(0,1,0),ir.DEFAULT_MATRIX_AUTO_UPDATE=!0,ir.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var ar=class extends ir{constructor(){super(),this.isGroup=!0,this.type=`Group`}},or={type:`move`},sr=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new ar,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new ar,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new J,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new J),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new ar,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new J,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new J,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(e){return this._targetRay!==null&&this._targetRay.dispatchEvent(e),this._grip!==null&&this._grip.dispatchEvent(e),this._hand!==null&&this._hand.dispatchEvent(e),this}connect(e){if(e&&e.hand){let t=this._hand;if(t)for(let n of e.hand.values())this._getHandJoint(t,n)}return this.dispatchEvent({type:`connected`,data:e}),this}disconnect(e){return this.dispatchEvent({type:`disconnected`,data:e}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(e,t,n){let r=null,i=null,a=null,o=this._targetRay,s=this._grip,c=this._hand;if(e&&t.session.visibilityState!==`visible-blurred`){if(c&&e.hand){a=!0;for(let r of e.hand.values()){let e=t.getJointPose(r,n),i=this._getHandJoint(c,r);e!==null&&(i.matrix.fromArray(e.transform.matrix),i.matrix.decompose(i.position,i.quaternion,i.scale),i.matrixWorldNeedsUpdate=!0,i.jointRadius=e.radius),i.visible=e!==null}let r=c.joints[`index-finger-tip`],i=c.joints[`thumb-tip`],o=r.position.distanceTo(i.position);c.inputState.pinching&&o>.025?(c.inputState.pinching=!1,this.dispatchEvent({type:`pinchend`,handedness:e.handedness,target:this})):!c.inputState.pinching&&o<=.015&&(c.inputState.pinching=!0,this.dispatchEvent({type:`pinchstart`,handedness:e.handedness,target:this}))}else s!==null&&e.gripSpace&&(i=t.getPose(e.gripSpace,n),i!==null&&(s.matrix.fromArray(i.transform.matrix),s.matrix.decompose(s.position,s.quaternion,s.scale),s.matrixWorldNeedsUpdate=!0,i.linearVelocity?(s.hasLinearVelocity=!0,s.linearVelocity.copy(i.linearVelocity)):s.hasLinearVelocity=!1,i.angularVelocity?(s.hasAngularVelocity=!0,s.angularVelocity.copy(i.angularVelocity)):s.hasAngularVelocity=!1,s.eventsEnabled&&s.dispatchEvent({type:`gripUpdated`,data:e,target:this})));o!==null&&(r=t.getPose(e.targetRaySpace,n),r===null&&i!==null&&(r=i),r!==null&&(o.matrix.fromArray(r.transform.matrix),o.matrix.decompose(o.position,o.quaternion,o.scale),o.matrixWorldNeedsUpdate=!0,r.linearVelocity?(o.hasLinearVelocity=!0,o.linearVelocity.copy(r.linearVelocity)):o.hasLinearVelocity=!1,r.angularVelocity?(o.hasAngularVelocity=!0,o.angularVelocity.copy(r.angularVelocity)):o.hasAngularVelocity=!1,this.dispatchEvent(or)))}return o!==null&&(o.visible=r!==null),s!==null&&(s.visible=i!==null),c!==null&&(c.visible=a!==null),this}_getHandJoint(e,t){if(e.joints[t.jointName]===void 0){let n=new ar;n.matrixAutoUpdate=!1,n.visible=!1,e.joints[t.jointName]=n,e.add(n)}return e.joints[t.jointName]}},cr={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},lr={h:0,s:0,l:0},ur={h:0,s:0,l:0};function dr(e,t,n){return n<0&&(n+=1),n>1&&--n,n<1/6?e+(t-e)*6*n:n<1/2?t:n<2/3?e+(t-e)*6*(2/3-n):e}var Z=class{constructor(e,t,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(e,t,n)}set(e,t,n){if(t===void 0&&n===void 0){let t=e;t&&t.isColor?this.copy(t):typeof t==`number`?this.setHex(t):typeof t==`string`&&this.setStyle(t)}else this.setRGB(e,t,n);return this}setScalar(e){return this.r=e,this.g=e,this.b=e,this}setHex(e,t=Nt){return e=Math.floor(e),this.r=(e>>16&255)/255,this.g=(e>>8&255)/255,this.b=(e&255)/255,X.colorSpaceToWorking(this,t),this}setRGB(e,t,n,r=X.workingColorSpace){return this.r=e,this.g=t,this.b=n,X.colorSpaceToWorking(this,r),this}setHSL(e,t,n,r=X.workingColorSpace){if(e=nn(e,1),t=K(t,0,1),n=K(n,0,1),t===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+t):n+t-n*t,i=2*n-r;this.r=dr(i,r,e+1/3),this.g=dr(i,r,e),this.b=dr(i,r,e-1/3)}return X.colorSpaceToWorking(this,r),this}setStyle(e,t=Nt){function n(t){t!==void 0&&parseFloat(t)<1&&W(`Color: Alpha component of `+e+` will be ignored.`)}let r;if(r=/^(\w+)\(([^\)]*)\)/.exec(e)){let i,a=r[1],o=r[2];switch(a){case`rgb`:case`rgba`:if(i=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(o))return n(i[4]),this.setRGB(Math.min(255,parseInt(i[1],10))/255,Math.min(255,parseInt(i[2],10))/255,Math.min(255,parseInt(i[3],10))/255,t);if(i=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(o))return n(i[4]),this.setRGB(Math.min(100,parseFloat(i[1]))/100,Math.min(100,parseFloat(i[2]))/100,Math.min(100,parseFloat(i[3]))/100,t);break;case`hsl`:case`hsla`:if(i=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(o))return n(i[4]),this.setHSL(parseFloat(i[1])/360,parseFloat(i[2])/100,parseFloat(i[3])/100,t);break;default:W(`Color: Unknown color model `+e)}}else if(r=/^\#([A-Fa-f\d]+)$/.exec(e)){let n=r[1],i=n.length;if(i===3)return this.setRGB(parseInt(n.charAt(0),16)/15,parseInt(n.charAt(1),16)/15,parseInt(n.charAt(2),16)/15,t);if(i===6)return this.setHex(parseInt(n,16),t);W(`Color: Invalid hex color `+e)}else if(e&&e.length>0)return this.setColorName(e,t);return this}setColorName(e,t=Nt){let n=cr[e.toLowerCase()];return n===void 0?W(`Color: Unknown color `+e):this.setHex(n,t),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(e){return this.r=e.r,this.g=e.g,this.b=e.b,this}copySRGBToLinear(e){return this.r=gn(e.r),this.g=gn(e.g),this.b=gn(e.b),this}copyLinearToSRGB(e){return this.r=_n(e.r),this.g=_n(e.g),this.b=_n(e.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(e=Nt){return X.workingToColorSpace(fr.copy(this),e),Math.round(K(fr.r*255,0,255))*65536+Math.round(K(fr.g*255,0,255))*256+Math.round(K(fr.b*255,0,255))}getHexString(e=Nt){return(`000000`+this.getHex(e).toString(16)).slice(-6)}getHSL(e,t=X.workingColorSpace){X.workingToColorSpace(fr.copy(this),t);let n=fr.r,r=fr.g,i=fr.b,a=Math.max(n,r,i),o=Math.min(n,r,i),s,c,l=(o+a)/2;if(o===a)s=0,c=0;else{let e=a-o;switch(c=l<=.5?e/(a+o):e/(2-a-o),a){case n:s=(r-i)/e+(r<i?6:0);break;case r:s=(i-n)/e+2;break;case i:s=(n-r)/e+4}s/=6}return e.h=s,e.s=c,e.l=l,e}getRGB(e,t=X.workingColorSpace){return X.workingToColorSpace(fr.copy(this),t),e.r=fr.r,e.g=fr.g,e.b=fr.b,e}getStyle(e=Nt){X.workingToColorSpace(fr.copy(this),e);let t=fr.r,n=fr.g,r=fr.b;return e===`srgb`?`rgb(${Math.round(t*255)},${Math.round(n*255)},${Math.round(r*255)})`:`color(${e} ${t.toFixed(3)} ${n.toFixed(3)} ${r.toFixed(3)})`}offsetHSL(e,t,n){return this.getHSL(lr),this.setHSL(lr.h+e,lr.s+t,lr.l+n)}add(e){return this.r+=e.r,this.g+=e.g,this.b+=e.b,this}addColors(e,t){return this.r=e.r+t.r,this.g=e.g+t.g,this.b=e.b+t.b,this}addScalar(e){return this.r+=e,this.g+=e,this.b+=e,this}sub(e){return this.r=Math.max(0,this.r-e.r),this.g=Math.max(0,this.g-e.g),this.b=Math.max(0,this.b-e.b),this}multiply(e){return this.r*=e.r,this.g*=e.g,this.b*=e.b,this}multiplyScalar(e){return this.r*=e,this.g*=e,this.b*=e,this}lerp(e,t){return this.r+=(e.r-this.r)*t,this.g+=(e.g-this.g)*t,this.b+=(e.b-this.b)*t,this}lerpColors(e,t,n){return this.r=e.r+(t.r-e.r)*n,this.g=e.g+(t.g-e.g)*n,this.b=e.b+(t.b-e.b)*n,this}lerpHSL(e,t){this.getHSL(lr),e.getHSL(ur);let n=rn(lr.h,ur.h,t),r=rn(lr.s,ur.s,t),i=rn(lr.l,ur.l,t);return this.setHSL(n,r,i),this}setFromVector3(e){return this.r=e.x,this.g=e.y,this.b=e.z,this}applyMatrix3(e){let t=this.r,n=this.g,r=this.b,i=e.elements;return this.r=i[0]*t+i[3]*n+i[6]*r,this.g=i[1]*t+i[4]*n+i[7]*r,this.b=i[2]*t+i[5]*n+i[8]*r,this}equals(e){return e.r===this.r&&e.g===this.g&&e.b===this.b}fromArray(e,t=0){return this.r=e[t],this.g=e[t+1],this.b=e[t+2],this}toArray(e=[],t=0){return e[t]=this.r,e[t+1]=this.g,e[t+2]=this.b,e}fromBufferAttribute(e,t){return this.r=e.getX(t),this.g=e.getY(t),this.b=e.getZ(t),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},fr=new Z;Z.NAMES=cr;var pr=class extends ir{constructor(){super(),this.isScene=!0,this.type=`Scene`,this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new Vn,this.environmentIntensity=1,this.environmentRotation=new Vn,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<`u`&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent(`observe`,{detail:this}))}copy(e,t){return super.copy(e,t),this.background=e.background===null?null:e.background.clone(),this.environment=e.environment===null?null:e.environment.clone(),this.fog=e.fog===null?null:e.fog.clone(),this.backgroundBlurriness=e.backgroundBlurriness,this.backgroundIntensity=e.backgroundIntensity,this.backgroundRotation.copy(e.backgroundRotation),this.environmentIntensity=e.environmentIntensity,this.environmentRotation.copy(e.environmentRotation),this.overrideMaterial=e.overrideMaterial===null?null:e.overrideMaterial.clone(),this.matrixAutoUpdate=e.matrixAutoUpdate,this}toJSON(e){let t=super.toJSON(e);return this.fog!==null&&(t.object.fog=this.fog.toJSON()),t.object.backgroundBlurriness=this.backgroundBlurriness,t.object.backgroundIntensity=this.backgroundIntensity,t.object.backgroundRotation=this.backgroundRotation.toArray(),t.object.environmentIntensity=this.environmentIntensity,t.object.environmentRotation=this.environmentRotation.toArray(),t}},mr=new J,hr=new J,gr=new J,_r=new J,vr=new J,yr=new J,br=new J,xr=new J,Sr=new J,Cr=new J,wr=new En,Tr=new En,Er=new En,Dr=class e{constructor(e=new J,t=new J,n=new J){this.a=e,this.b=t,this.c=n}static getNormal(e,t,n,r){r.subVectors(n,t),mr.subVectors(e,t),r.cross(mr);let i=r.lengthSq();return i>0?r.multiplyScalar(1/Math.sqrt(i)):r.set(0,0,0)}static getBarycoord(e,t,n,r,i){mr.subVectors(r,t),hr.subVectors(n,t),gr.subVectors(e,t);let a=mr.dot(mr),o=mr.dot(hr),s=mr.dot(gr),c=hr.dot(hr),l=hr.dot(gr),u=a*c-o*o;if(u===0)return i.set(0,0,0),null;let d=1/u,f=(c*s-o*l)*d,p=(a*l-o*s)*d;return i.set(1-f-p,p,f)}static containsPoint(e,t,n,r){return this.getBarycoord(e,t,n,r,_r)!==null&&_r.x>=0&&_r.y>=0&&_r.x+_r.y<=1}static getInterpolation(e,t,n,r,i,a,o,s){return this.getBarycoord(e,t,n,r,_r)===null?(s.x=0,s.y=0,`z`in s&&(s.z=0),`w`in s&&(s.w=0),null):(s.setScalar(0),s.addScaledVector(i,_r.x),s.addScaledVector(a,_r.y),s.addScaledVector(o,_r.z),s)}static getInterpolatedAttribute(e,t,n,r,i,a){return wr.setScalar(0),Tr.setScalar(0),Er.setScalar(0),wr.fromBufferAttribute(e,t),Tr.fromBufferAttribute(e,n),Er.fromBufferAttribute(e,r),a.setScalar(0),a.addScaledVector(wr,i.x),a.addScaledVector(Tr,i.y),a.addScaledVector(Er,i.z),a}static isFrontFacing(e,t,n,r){return mr.subVectors(n,t),hr.subVectors(e,t),mr.cross(hr).dot(r)<0}set(e,t,n){return this.a.copy(e),this.b.copy(t),this.c.copy(n),this}setFromPointsAndIndices(e,t,n,r){return this.a.copy(e[t]),this.b.copy(e[n]),this.c.copy(e[r]),this}setFromAttributeAndIndices(e,t,n,r){return this.a.fromBufferAttribute(e,t),this.b.fromBufferAttribute(e,n),this.c.fromBufferAttribute(e,r),this}clone(){return new this.constructor().copy(this)}copy(e){return this.a.copy(e.a),this.b.copy(e.b),this.c.copy(e.c),this}getArea(){return mr.subVectors(this.c,this.b),hr.subVectors(this.a,this.b),mr.cross(hr).length()*.5}getMidpoint(e){return e.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(t){return e.getNormal(this.a,this.b,this.c,t)}getPlane(e){return e.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(t,n){return e.getBarycoord(t,this.a,this.b,this.c,n)}getInterpolation(t,n,r,i,a){return e.getInterpolation(t,this.a,this.b,this.c,n,r,i,a)}containsPoint(t){return e.containsPoint(t,this.a,this.b,this.c)}isFrontFacing(t){return e.isFrontFacing(this.a,this.b,this.c,t)}intersectsBox(e){return e.intersectsTriangle(this)}closestPointToPoint(e,t){let n=this.a,r=this.b,i=this.c,a,o;vr.subVectors(r,n),yr.subVectors(i,n),xr.subVectors(e,n);let s=vr.dot(xr),c=yr.dot(xr);if(s<=0&&c<=0)return t.copy(n);Sr.subVectors(e,r);let l=vr.dot(Sr),u=yr.dot(Sr);if(l>=0&&u<=l)return t.copy(r);let d=s*u-l*c;if(d<=0&&s>=0&&l<=0&&s-l>0)return a=s/(s-l),t.copy(n).addScaledVector(vr,a);Cr.subVectors(e,i);let f=vr.dot(Cr),p=yr.dot(Cr);if(p>=0&&f<=p)return t.copy(i);let m=f*c-s*p;if(m<=0&&c>=0&&p<=0)return o=c/(c-p),t.copy(n).addScaledVector(yr,o);let h=l*p-f*u;if(h<=0&&u-l>=0&&f-p>=0)return br.subVectors(i,r),o=(u-l)/(u-l+(f-p)),t.copy(r).addScaledVector(br,o);let g=1/(h+m+d);return a=m*g,o=d*g,t.copy(n).addScaledVector(vr,a).addScaledVector(yr,o)}equals(e){return e.a.equals(this.a)&&e.b.equals(this.b)&&e.c.equals(this.c)}},Or=class{constructor(e=new J(1/0,1/0,1/0),t=new J(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=e,this.max=t}set(e,t){return this.min.copy(e),this.max.copy(t),this}setFromArray(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t+=3)this.expandByPoint(Ar.fromArray(e,t));return this}setFromBufferAttribute(e){this.makeEmpty();for(let t=0,n=e.count;t<n;t++)this.expandByPoint(Ar.fromBufferAttribute(e,t));return this}setFromPoints(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t++)this.expandByPoint(e[t]);return this}setFromCenterAndSize(e,t){let n=Ar.copy(t).multiplyScalar(.5);return this.min.copy(e).sub(n),this.max.copy(e).add(n),this}setFromObject(e,t=!1){return this.makeEmpty(),this.expandByObject(e,t)}clone(){return new this.constructor().copy(this)}copy(e){return this.min.copy(e.min),this.max.copy(e.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(e){return this.isEmpty()?e.set(0,0,0):e.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(e){return this.isEmpty()?e.set(0,0,0):e.subVectors(this.max,this.min)}expandByPoint(e){return this.min.min(e),this.max.max(e),this}expandByVector(e){return this.min.sub(e),this.max.add(e),this}expandByScalar(e){return this.min.addScalar(-e),this.max.addScalar(e),this}expandByObject(e,t=!1){e.updateWorldMatrix(!1,!1);let n=e.geometry;if(n!==void 0){let r=n.getAttribute(`position`);if(t===!0&&r!==void 0&&e.isInstancedMesh!==!0&&e.isBatchedMesh!==!0)for(let t=0,n=r.count;t<n;t++)e.isMesh===!0?e.getVertexPosition(t,Ar):Ar.fromBufferAttribute(r,t),Ar.applyMatrix4(e.matrixWorld),this.expandByPoint(Ar);else e.boundingBox===void 0?(n.boundingBox===null&&n.computeBoundingBox(),jr.copy(n.boundingBox)):(e.boundingBox===null&&e.computeBoundingBox(),jr.copy(e.boundingBox)),jr.applyMatrix4(e.matrixWorld),this.union(jr)}let r=e.children;for(let e=0,n=r.length;e<n;e++)this.expandByObject(r[e],t);return this}containsPoint(e){return e.x>=this.min.x&&e.x<=this.max.x&&e.y>=this.min.y&&e.y<=this.max.y&&e.z>=this.min.z&&e.z<=this.max.z}containsBox(e){return this.min.x<=e.min.x&&e.max.x<=this.max.x&&this.min.y<=e.min.y&&e.max.y<=this.max.y&&this.min.z<=e.min.z&&e.max.z<=this.max.z}getParameter(e,t){return t.set((e.x-this.min.x)/(this.max.x-this.min.x),(e.y-this.min.y)/(this.max.y-this.min.y),(e.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(e){return e.max.x>=this.min.x&&e.min.x<=this.max.x&&e.max.y>=this.min.y&&e.min.y<=this.max.y&&e.max.z>=this.min.z&&e.min.z<=this.max.z}intersectsSphere(e){return this.clampPoint(e.center,Ar),Ar.distanceToSquared(e.center)<=e.radius*e.radius}intersectsPlane(e){let t,n;return e.normal.x>0?(t=e.normal.x*this.min.x,n=e.normal.x*this.max.x):(t=e.normal.x*this.max.x,n=e.normal.x*this.min.x),e.normal.y>0?(t+=e.normal.y*this.min.y,n+=e.normal.y*this.max.y):(t+=e.normal.y*this.max.y,n+=e.normal.y*this.min.y),e.normal.z>0?(t+=e.normal.z*this.min.z,n+=e.normal.z*this.max.z):(t+=e.normal.z*this.max.z,n+=e.normal.z*this.min.z),t<=-e.constant&&n>=-e.constant}intersectsTriangle(e){if(this.isEmpty())return!1;this.getCenter(Rr),zr.subVectors(this.max,Rr),Mr.subVectors(e.a,Rr),Nr.subVectors(e.b,Rr),Pr.subVectors(e.c,Rr),Fr.subVectors(Nr,Mr),Ir.subVectors(Pr,Nr),Lr.subVectors(Mr,Pr);let t=[0,-Fr.z,Fr.y,0,-Ir.z,Ir.y,0,-Lr.z,Lr.y,Fr.z,0,-Fr.x,Ir.z,0,-Ir.x,Lr.z,0,-Lr.x,-Fr.y,Fr.x,0,-Ir.y,Ir.x,0,-Lr.y,Lr.x,0];return!Hr(t,Mr,Nr,Pr,zr)||(t=[1,0,0,0,1,0,0,0,1],!Hr(t,Mr,Nr,Pr,zr))?!1:(Br.crossVectors(Fr,Ir),t=[Br.x,Br.y,Br.z],Hr(t,Mr,Nr,Pr,zr))}clampPoint(e,t){return t.copy(e).clamp(this.min,this.max)}distanceToPoint(e){return this.clampPoint(e,Ar).distanceTo(e)}getBoundingSphere(e){return this.isEmpty()?e.makeEmpty():(this.getCenter(e.center),e.radius=this.getSize(Ar).length()*.5),e}intersect(e){return this.min.max(e.min),this.max.min(e.max),this.isEmpty()&&this.makeEmpty(),this}union(e){return this.min.min(e.min),this.max.max(e.max),this}applyMatrix4(e){return this.isEmpty()||(kr[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(e),kr[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(e),kr[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(e),kr[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(e),kr[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(e),kr[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(e),kr[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(e),kr[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(e),this.setFromPoints(kr)),this}translate(e){return this.min.add(e),this.max.add(e),this}equals(e){return e.min.equals(this.min)&&e.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(e){return this.min.fromArray(e.min),this.max.fromArray(e.max),this}},kr=[new J,new J,new J,new J,new J,new J,new J,new J],Ar=new J,jr=new Or,Mr=new J,Nr=new J,Pr=new J,Fr=new J,Ir=new J,Lr=new J,Rr=new J,zr=new J,Br=new J,Vr=new J;function Hr(e,t,n,r,i){for(let a=0,o=e.length-3;a<=o;a+=3){Vr.fromArray(e,a);let o=i.x*Math.abs(Vr.x)+i.y*Math.abs(Vr.y)+i.z*Math.abs(Vr.z),s=t.dot(Vr),c=n.dot(Vr),l=r.dot(Vr);if(Math.max(-Math.max(s,c,l),Math.min(s,c,l))>o)return!1}return!0}var Ur=new J,Wr=new q,Gr=0,Kr=class extends Zt{constructor(e,t,n=!1){if(super(),Array.isArray(e))throw TypeError(`THREE.BufferAttribute: array should be a Typed Array.`);this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:Gr++}),this.name=``,this.array=e,this.itemSize=t,this.count=e===void 0?0:e.length/t,this.normalized=n,this.usage=Rt,this.updateRanges=[],this.gpuType=U,this.version=0,this._normalizationScale=e===void 0?void 0:on(e)}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.name=e.name,this.array=new e.array.constructor(e.array),this.itemSize=e.itemSize,this.count=e.count,this.normalized=e.normalized,this.usage=e.usage,this.gpuType=e.gpuType,this._normalizationScale=e._normalizationScale,this}copyAt(e,t,n){e*=this.itemSize,n*=t.itemSize;for(let r=0,i=this.itemSize;r<i;r++)this.array[e+r]=t.array[n+r];return this}copyArray(e){return this.array.set(e),this}applyMatrix3(e){if(this.itemSize===2)for(let t=0,n=this.count;t<n;t++)Wr.fromBufferAttribute(this,t),Wr.applyMatrix3(e),this.setXY(t,Wr.x,Wr.y);else if(this.itemSize===3)for(let t=0,n=this.count;t<n;t++)Ur.fromBufferAttribute(this,t),Ur.applyMatrix3(e),this.setXYZ(t,Ur.x,Ur.y,Ur.z);return this}applyMatrix4(e){for(let t=0,n=this.count;t<n;t++)Ur.fromBufferAttribute(this,t),Ur.applyMatrix4(e),this.setXYZ(t,Ur.x,Ur.y,Ur.z);return this}applyNormalMatrix(e){for(let t=0,n=this.count;t<n;t++)Ur.fromBufferAttribute(this,t),Ur.applyNormalMatrix(e),this.setXYZ(t,Ur.x,Ur.y,Ur.z);return this}transformDirection(e){for(let t=0,n=this.count;t<n;t++)Ur.fromBufferAttribute(this,t),Ur.transformDirection(e),this.setXYZ(t,Ur.x,Ur.y,Ur.z);return this}set(e,t=0){return this.array.set(e,t),this}getComponent(e,t){let n=this.array[e*this.itemSize+t];return this.normalized&&(n=this._denormalize(n)),n}setComponent(e,t,n){return this.normalized&&(n=this._normalize(n)),this.array[e*this.itemSize+t]=n,this}getX(e){let t=this.array[e*this.itemSize];return this.normalized&&(t=this._denormalize(t)),t}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize]=t,this}getY(e){let t=this.array[e*this.itemSize+1];return this.normalized&&(t=this._denormalize(t)),t}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+1]=t,this}getZ(e){let t=this.array[e*this.itemSize+2];return this.normalized&&(t=this._denormalize(t)),t}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+2]=t,this}getW(e){let t=this.array[e*this.itemSize+3];return this.normalized&&(t=this._denormalize(t)),t}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+3]=t,this}setXY(e,t,n){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n)),this.array[e+0]=t,this.array[e+1]=n,this}setXYZ(e,t,n,r){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),r=this._normalize(r)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=r,this}setXYZW(e,t,n,r,i){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),r=this._normalize(r),i=this._normalize(i)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=r,this.array[e+3]=i,this}onUpload(e){return this.onUploadCallback=e,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let e={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return e.name=this.name,e.usage=this.usage,e.gpuType=this.gpuType,e}dispose(){this.dispatchEvent({type:`dispose`})}_denormalize(e){let t=this._normalizationScale;return t===void 0?sn(e,this.array):Math.max(e/t,-1)}_normalize(e){let t=this._normalizationScale;return t===void 0?cn(e,this.array):Math.round(e*t)}},qr=class extends Kr{constructor(e,t,n){super(new Uint16Array(e),t,n)}},Jr=class extends Kr{constructor(e,t,n){super(new Uint32Array(e),t,n)}},Yr=class extends Kr{constructor(e,t,n){super(new Float32Array(e),t,n)}},Xr=new Or,Zr=new J,Qr=new J,$r=class{constructor(e=new J,t=-1){this.isSphere=!0,this.center=e,this.radius=t}set(e,t){return this.center.copy(e),this.radius=t,this}setFromPoints(e,t){let n=this.center;t===void 0?Xr.setFromPoints(e).getCenter(n):n.copy(t);let r=0;for(let t=0,i=e.length;t<i;t++)r=Math.max(r,n.distanceToSquared(e[t]));return this.radius=Math.sqrt(r),this}copy(e){return this.center.copy(e.center),this.radius=e.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(e){return e.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(e){return e.distanceTo(this.center)-this.radius}intersectsSphere(e){let t=this.radius+e.radius;return e.center.distanceToSquared(this.center)<=t*t}intersectsBox(e){return e.intersectsSphere(this)}intersectsPlane(e){return Math.abs(e.distanceToPoint(this.center))<=this.radius}clampPoint(e,t){let n=this.center.distanceToSquared(e);return t.copy(e),n>this.radius*this.radius&&(t.sub(this.center).normalize(),t.multiplyScalar(this.radius).add(this.center)),t}getBoundingBox(e){return this.isEmpty()?(e.makeEmpty(),e):(e.set(this.center,this.center),e.expandByScalar(this.radius),e)}applyMatrix4(e){return this.center.applyMatrix4(e),this.radius*=e.getMaxScaleOnAxis(),this}translate(e){return this.center.add(e),this}expandByPoint(e){if(this.isEmpty())return this.center.copy(e),this.radius=0,this;Zr.subVectors(e,this.center);let t=Zr.lengthSq();if(t>this.radius*this.radius){let e=Math.sqrt(t),n=(e-this.radius)*.5;this.center.addScaledVector(Zr,n/e),this.radius+=n}return this}union(e){return e.isEmpty()?this:this.isEmpty()?(this.copy(e),this):(this.center.equals(e.center)===!0?this.radius=Math.max(this.radius,e.radius):(Qr.subVectors(e.center,this.center).setLength(e.radius),this.expandByPoint(Zr.copy(e.center).add(Qr)),this.expandByPoint(Zr.copy(e.center).sub(Qr))),this)}equals(e){return e.center.equals(this.center)&&e.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(e){return this.radius=e.radius,this.center.fromArray(e.center),this}},ei=0,ti=new jn,ni=new ir,ri=new J,ii=new Or,ai=new Or,oi=new J,si=class e extends Zt{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:ei++}),this.uuid=tn(),this.name=``,this.type=`BufferGeometry`,this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(e){return this.index=Array.isArray(e)?new(Vt(e)?Jr:qr)(e,1):e,this}setIndirect(e,t=0){return this.indirect=e,this.indirectOffset=t,this}getIndirect(){return this.indirect}getAttribute(e){return this.attributes[e]}setAttribute(e,t){return this.attributes[e]=t,this}deleteAttribute(e){return delete this.attributes[e],this}hasAttribute(e){return this.attributes[e]!==void 0}addGroup(e,t,n=0){this.groups.push({start:e,count:t,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(e,t){this.drawRange.start=e,this.drawRange.count=t}applyMatrix4(e){let t=this.attributes.position;t!==void 0&&(t.applyMatrix4(e),t.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let t=new Y().getNormalMatrix(e);n.applyNormalMatrix(t),n.needsUpdate=!0}let r=this.attributes.tangent;return r!==void 0&&(r.transformDirection(e),r.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(e){return ti.makeRotationFromQuaternion(e),this.applyMatrix4(ti),this}rotateX(e){return ti.makeRotationX(e),this.applyMatrix4(ti),this}rotateY(e){return ti.makeRotationY(e),this.applyMatrix4(ti),this}rotateZ(e){return ti.makeRotationZ(e),this.applyMatrix4(ti),this}translate(e,t,n){return ti.makeTranslation(e,t,n),this.applyMatrix4(ti),this}scale(e,t,n){return ti.makeScale(e,t,n),this.applyMatrix4(ti),this}lookAt(e){return ni.lookAt(e),ni.updateMatrix(),this.applyMatrix4(ni.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(ri).negate(),this.translate(ri.x,ri.y,ri.z),this}setFromPoints(e){let t=this.getAttribute(`position`);if(t===void 0){let t=[];for(let n=0,r=e.length;n<r;n++){let r=e[n];t.push(r.x,r.y,r.z||0)}this.setAttribute(`position`,new Yr(t,3))}else{let n=Math.min(e.length,t.count);for(let r=0;r<n;r++){let n=e[r];t.setXYZ(r,n.x,n.y,n.z||0)}e.length>t.count&&W(`BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry.`),t.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new Or);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute)G(`BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.`,this),this.boundingBox.set(new J(-1/0,-1/0,-1/0),new J(1/0,1/0,1/0));else{if(e!==void 0){if(this.boundingBox.setFromBufferAttribute(e),t)for(let e=0,n=t.length;e<n;e++){let n=t[e];ii.setFromBufferAttribute(n),this.morphTargetsRelative?(oi.addVectors(this.boundingBox.min,ii.min),this.boundingBox.expandByPoint(oi),oi.addVectors(this.boundingBox.max,ii.max),this.boundingBox.expandByPoint(oi)):(this.boundingBox.expandByPoint(ii.min),this.boundingBox.expandByPoint(ii.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&G(`BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.`,this)}}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new $r);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute)G(`BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.`,this),this.boundingSphere.set(new J,1/0);else if(e){let n=this.boundingSphere.center;if(ii.setFromBufferAttribute(e),t)for(let e=0,n=t.length;e<n;e++){let n=t[e];ai.setFromBufferAttribute(n),this.morphTargetsRelative?(oi.addVectors(ii.min,ai.min),ii.expandByPoint(oi),oi.addVectors(ii.max,ai.max),ii.expandByPoint(oi)):(ii.expandByPoint(ai.min),ii.expandByPoint(ai.max))}ii.getCenter(n);let r=0;for(let t=0,i=e.count;t<i;t++)oi.fromBufferAttribute(e,t),r=Math.max(r,n.distanceToSquared(oi));if(t)for(let i=0,a=t.length;i<a;i++){let a=t[i],o=this.morphTargetsRelative;for(let t=0,i=a.count;t<i;t++)oi.fromBufferAttribute(a,t),o&&(ri.fromBufferAttribute(e,t),oi.add(ri)),r=Math.max(r,n.distanceToSquared(oi))}this.boundingSphere.radius=Math.sqrt(r),isNaN(this.boundingSphere.radius)&&G(`BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.`,this)}}computeTangents(){let e=this.index,t=this.attributes;if(e===null||t.position===void 0||t.normal===void 0||t.uv===void 0){G(`BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)`);return}let n=t.position,r=t.normal,i=t.uv,a=this.getAttribute(`tangent`);(a===void 0||a.count!==n.count)&&(a=new Kr(new Float32Array(4*n.count),4),this.setAttribute(`tangent`,a));let o=[],s=[],c=new Uint8Array(n.count);for(let e=0;e<n.count;e++)o[e]=new J,s[e]=new J;let l=new J,u=new J,d=new J,f=new q,p=new q,m=new q,h=new J,g=new J;function _(e,t,r){c[e]=c[t]=c[r]=1,l.fromBufferAttribute(n,e),u.fromBufferAttribute(n,t),d.fromBufferAttribute(n,r),f.fromBufferAttribute(i,e),p.fromBufferAttribute(i,t),m.fromBufferAttribute(i,r),u.sub(l),d.sub(l),p.sub(f),m.sub(f);let a=1/(p.x*m.y-m.x*p.y);isFinite(a)&&(h.copy(u).multiplyScalar(m.y).addScaledVector(d,-p.y).multiplyScalar(a),g.copy(d).multiplyScalar(p.x).addScaledVector(u,-m.x).multiplyScalar(a),o[e].add(h),o[t].add(h),o[r].add(h),s[e].add(g),s[t].add(g),s[r].add(g))}let v=this.groups;v.length===0&&(v=[{start:0,count:e.count}]);for(let t=0,n=v.length;t<n;++t){let n=v[t],r=n.start,i=n.count;for(let t=r,n=r+i;t<n;t+=3)_(e.getX(t+0),e.getX(t+1),e.getX(t+2))}let y=new J,b=new J,x=new J,S=new J;function C(e){x.fromBufferAttribute(r,e),S.copy(x);let t=o[e];y.copy(t),y.sub(x.multiplyScalar(x.dot(t))).normalize(),b.crossVectors(S,t);let n=b.dot(s[e])<0?-1:1;a.setXYZW(e,y.x,y.y,y.z,n)}for(let e=0,t=n.count;e<t;++e)c[e]&&C(e);this._transformed=!0}computeVertexNormals(){let e=this.index,t=this.getAttribute(`position`);if(t!==void 0){let n=this.getAttribute(`normal`);if(n===void 0||n.count!==t.count)n=new Kr(new Float32Array(t.count*3),3),this.setAttribute(`normal`,n);else for(let e=0,t=n.count;e<t;e++)n.setXYZ(e,0,0,0);let r=new J,i=new J,a=new J,o=new J,s=new J,c=new J,l=new J,u=new J;if(e)for(let d=0,f=e.count;d<f;d+=3){let f=e.getX(d+0),p=e.getX(d+1),m=e.getX(d+2);r.fromBufferAttribute(t,f),i.fromBufferAttribute(t,p),a.fromBufferAttribute(t,m),l.subVectors(a,i),u.subVectors(r,i),l.cross(u),o.fromBufferAttribute(n,f),s.fromBufferAttribute(n,p),c.fromBufferAttribute(n,m),o.add(l),s.add(l),c.add(l),n.setXYZ(f,o.x,o.y,o.z),n.setXYZ(p,s.x,s.y,s.z),n.setXYZ(m,c.x,c.y,c.z)}else for(let e=0,o=t.count;e<o;e+=3)r.fromBufferAttribute(t,e+0),i.fromBufferAttribute(t,e+1),a.fromBufferAttribute(t,e+2),l.subVectors(a,i),u.subVectors(r,i),l.cross(u),n.setXYZ(e+0,l.x,l.y,l.z),n.setXYZ(e+1,l.x,l.y,l.z),n.setXYZ(e+2,l.x,l.y,l.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let e=this.attributes.normal;for(let t=0,n=e.count;t<n;t++)oi.fromBufferAttribute(e,t),oi.normalize(),e.setXYZ(t,oi.x,oi.y,oi.z)}toNonIndexed(){function t(e,t){let n=e.array,r=e.itemSize,i=e.normalized,a=new n.constructor(t.length*r),o=0,s=0;for(let i=0,c=t.length;i<c;i++){o=e.isInterleavedBufferAttribute?t[i]*e.data.stride+e.offset:t[i]*r;for(let e=0;e<r;e++)a[s++]=n[o++]}return new Kr(a,r,i)}if(this.index===null)return W(`BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed.`),this;let n=new e,r=this.index.array,i=this.attributes;for(let e in i){let a=i[e],o=t(a,r);n.setAttribute(e,o)}let a=this.morphAttributes;for(let e in a){let i=[],o=a[e];for(let e=0,n=o.length;e<n;e++){let n=o[e],a=t(n,r);i.push(a)}n.morphAttributes[e]=i}n.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let e=0,t=o.length;e<t;e++){let t=o[e];n.addGroup(t.start,t.count,t.materialIndex)}return n}toJSON(){let e={metadata:{version:4.7,type:`BufferGeometry`,generator:`BufferGeometry.toJSON`}};if(e.uuid=this.uuid,e.type=this.parameters!==void 0&&this._transformed===!0?`BufferGeometry`:this.type,e.name=this.name,Object.keys(this.userData).length>0&&(e.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let t=this.parameters;for(let n in t)t[n]!==void 0&&(e[n]=t[n]);return e}e.data={attributes:{}};let t=this.index;t!==null&&(e.data.index={type:t.array.constructor.name,array:Array.prototype.slice.call(t.array)});let n=this.attributes;for(let t in n){let r=n[t];e.data.attributes[t]=r.toJSON(e.data)}let r={},i=!1;for(let t in this.morphAttributes){let n=this.morphAttributes[t],a=[];for(let t=0,r=n.length;t<r;t++){let r=n[t];a.push(r.toJSON(e.data))}a.length>0&&(r[t]=a,i=!0)}i&&(e.data.morphAttributes=r,e.data.morphTargetsRelative=this.morphTargetsRelative);let a=this.groups;a.length>0&&(e.data.groups=JSON.parse(JSON.stringify(a)));let o=this.boundingSphere;return o!==null&&(e.data.boundingSphere=o.toJSON()),e}clone(){return new this.constructor().copy(this)}copy(e){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let t={};this.name=e.name;let n=e.index;n!==null&&this.setIndex(n.clone());let r=e.attributes;for(let e in r){let n=r[e];this.setAttribute(e,n.clone(t))}let i=e.morphAttributes;for(let e in i){let n=[],r=i[e];for(let e=0,i=r.length;e<i;e++)n.push(r[e].clone(t));this.morphAttributes[e]=n}this.morphTargetsRelative=e.morphTargetsRelative;let a=e.groups;for(let e=0,t=a.length;e<t;e++){let t=a[e];this.addGroup(t.start,t.count,t.materialIndex)}let o=e.boundingBox;o!==null&&(this.boundingBox=o.clone());let s=e.boundingSphere;return s!==null&&(this.boundingSphere=s.clone()),this.drawRange.start=e.drawRange.start,this.drawRange.count=e.drawRange.count,this.userData=e.userData,this._transformed=e._transformed,this}dispose(){this.dispatchEvent({type:`dispose`})}},ci=new J,li=new J,ui=new Y,di=class{constructor(e=new J(1,0,0),t=0){this.isPlane=!0,this.normal=e,this.constant=t}set(e,t){return this.normal.copy(e),this.constant=t,this}setComponents(e,t,n,r){return this.normal.set(e,t,n),this.constant=r,this}setFromNormalAndCoplanarPoint(e,t){return this.normal.copy(e),this.constant=-t.dot(this.normal),this}setFromCoplanarPoints(e,t,n){let r=ci.subVectors(n,t).cross(li.subVectors(e,t)).normalize();return this.setFromNormalAndCoplanarPoint(r,e),this}copy(e){return this.normal.copy(e.normal),this.constant=e.constant,this}normalize(){let e=1/this.normal.length();return this.normal.multiplyScalar(e),this.constant*=e,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(e){return this.normal.dot(e)+this.constant}distanceToSphere(e){return this.distanceToPoint(e.center)-e.radius}projectPoint(e,t){return t.copy(e).addScaledVector(this.normal,-this.distanceToPoint(e))}intersectLine(e,t,n=!0){let r=e.delta(ci),i=this.normal.dot(r);if(i===0)return this.distanceToPoint(e.start)===0?t.copy(e.start):null;let a=-(e.start.dot(this.normal)+this.constant)/i;return n===!0&&(a<0||a>1)?null:t.copy(e.start).addScaledVector(r,a)}intersectsLine(e){let t=this.distanceToPoint(e.start),n=this.distanceToPoint(e.end);return t<0&&n>0||n<0&&t>0}intersectsBox(e){return e.intersectsPlane(this)}intersectsSphere(e){return e.intersectsPlane(this)}coplanarPoint(e){return e.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(e,t){let n=t||ui.getNormalMatrix(e),r=this.coplanarPoint(ci).applyMatrix4(e),i=this.normal.applyMatrix3(n).normalize();return this.constant=-r.dot(i),this}translate(e){return this.constant-=e.dot(this.normal),this}equals(e){return e.normal.equals(this.normal)&&e.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(e){return this.normal.fromArray(e.normal),this.constant=e.constant,this}},fi=0,pi=class extends Zt{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:fi++}),this.uuid=tn(),this.name=``,this.type=`Material`,this.blending=1,this.side=0,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=204,this.blendDst=205,this.blendEquation=100,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new Z(0,0,0),this.blendAlpha=0,this.depthFunc=3,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=519,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=Lt,this.stencilZFail=Lt,this.stencilZPass=Lt,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(e){this._alphaTest>0!=e>0&&this.version++,this._alphaTest=e}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(e){if(e!==void 0)for(let t in e){let n=e[t];if(n===void 0){W(`Material: parameter '${t}' has value of undefined.`);continue}let r=this[t];r===void 0?W(`Material: '${t}' is not a property of THREE.${this.type}.`):r&&r.isColor?r.set(n):r&&r.isVector2&&n&&n.isVector2||r&&r.isEuler&&n&&n.isEuler||r&&r.isVector3&&n&&n.isVector3?r.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e==`string`;t&&(e={textures:{},images:{}});let n={metadata:{version:4.7,type:`Material`,generator:`Material.toJSON`}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(e).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(e).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(e).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(e).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(e).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(e).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(e).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(e).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(e).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(e).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(e).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(e).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(e).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(e).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(e).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(e).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(e).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(e).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(e).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(e).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(e).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(e).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(e).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(e).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(e).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(e).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(e).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(e=>e.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function r(e){let t=[];for(let n in e){let r=e[n];delete r.metadata,t.push(r)}return t}if(t){let t=r(e.textures),i=r(e.images);t.length>0&&(n.textures=t),i.length>0&&(n.images=i)}return n}fromJSON(e,t){if(e.uuid!==void 0&&(this.uuid=e.uuid),e.name!==void 0&&(this.name=e.name),e.color!==void 0&&this.color!==void 0&&this.color.setHex(e.color),e.roughness!==void 0&&(this.roughness=e.roughness),e.metalness!==void 0&&(this.metalness=e.metalness),e.sheen!==void 0&&(this.sheen=e.sheen),e.sheenColor!==void 0&&(this.sheenColor=new Z().setHex(e.sheenColor)),e.sheenRoughness!==void 0&&(this.sheenRoughness=e.sheenRoughness),e.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(e.emissive),e.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(e.specular),e.specularIntensity!==void 0&&(this.specularIntensity=e.specularIntensity),e.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(e.specularColor),e.shininess!==void 0&&(this.shininess=e.shininess),e.clearcoat!==void 0&&(this.clearcoat=e.clearcoat),e.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=e.clearcoatRoughness),e.diffuseRoughness!==void 0&&(this.diffuseRoughness=e.diffuseRoughness),e.dispersion!==void 0&&(this.dispersion=e.dispersion),e.retroreflectivity!==void 0&&(this.retroreflectivity=e.retroreflectivity),e.iridescence!==void 0&&(this.iridescence=e.iridescence),e.iridescenceIOR!==void 0&&(this.iridescenceIOR=e.iridescenceIOR),e.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum),e.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum),e.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=e.iridescenceThicknessRange[1]),e.transmission!==void 0&&(this.transmission=e.transmission),e.thickness!==void 0&&(this.thickness=e.thickness),e.attenuationDistance!==void 0&&(this.attenuationDistance=e.attenuationDistance),e.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(e.attenuationColor),e.anisotropy!==void 0&&(this.anisotropy=e.anisotropy),e.anisotropyRotation!==void 0&&(this.anisotropyRotation=e.anisotropyRotation),e.fog!==void 0&&(this.fog=e.fog),e.flatShading!==void 0&&(this.flatShading=e.flatShading),e.blending!==void 0&&(this.blending=e.blending),e.combine!==void 0&&(this.combine=e.combine),e.side!==void 0&&(this.side=e.side),e.shadowSide!==void 0&&(this.shadowSide=e.shadowSide),e.opacity!==void 0&&(this.opacity=e.opacity),e.transparent!==void 0&&(this.transparent=e.transparent),e.alphaTest!==void 0&&(this.alphaTest=e.alphaTest),e.alphaHash!==void 0&&(this.alphaHash=e.alphaHash),e.depthFunc!==void 0&&(this.depthFunc=e.depthFunc),e.depthTest!==void 0&&(this.depthTest=e.depthTest),e.depthWrite!==void 0&&(this.depthWrite=e.depthWrite),e.colorWrite!==void 0&&(this.colorWrite=e.colorWrite),e.clippingPlanes!==void 0&&(this.clippingPlanes=e.clippingPlanes.map(e=>new di().fromJSON(e))),e.clipIntersection!==void 0&&(this.clipIntersection=e.clipIntersection),e.clipShadows!==void 0&&(this.clipShadows=e.clipShadows),e.depthPacking!==void 0&&(this.depthPacking=e.depthPacking),e.blendSrc!==void 0&&(this.blendSrc=e.blendSrc),e.blendDst!==void 0&&(this.blendDst=e.blendDst),e.blendEquation!==void 0&&(this.blendEquation=e.blendEquation),e.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=e.blendSrcAlpha),e.blendDstAlpha!==void 0&&(this.blendDstAlpha=e.blendDstAlpha),e.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=e.blendEquationAlpha),e.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(e.blendColor),e.blendAlpha!==void 0&&(this.blendAlpha=e.blendAlpha),e.stencilWriteMask!==void 0&&(this.stencilWriteMask=e.stencilWriteMask),e.stencilFunc!==void 0&&(this.stencilFunc=e.stencilFunc),e.stencilRef!==void 0&&(this.stencilRef=e.stencilRef),e.stencilFuncMask!==void 0&&(this.stencilFuncMask=e.stencilFuncMask),e.stencilFail!==void 0&&(this.stencilFail=e.stencilFail),e.stencilZFail!==void 0&&(this.stencilZFail=e.stencilZFail),e.stencilZPass!==void 0&&(this.stencilZPass=e.stencilZPass),e.stencilWrite!==void 0&&(this.stencilWrite=e.stencilWrite),e.wireframe!==void 0&&(this.wireframe=e.wireframe),e.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=e.wireframeLinewidth),e.wireframeLinecap!==void 0&&(this.wireframeLinecap=e.wireframeLinecap),e.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=e.wireframeLinejoin),e.rotation!==void 0&&(this.rotation=e.rotation),e.linewidth!==void 0&&(this.linewidth=e.linewidth),e.linecap!==void 0&&(this.linecap=e.linecap),e.linejoin!==void 0&&(this.linejoin=e.linejoin),e.dashSize!==void 0&&(this.dashSize=e.dashSize),e.gapSize!==void 0&&(this.gapSize=e.gapSize),e.scale!==void 0&&(this.scale=e.scale),e.polygonOffset!==void 0&&(this.polygonOffset=e.polygonOffset),e.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=e.polygonOffsetFactor),e.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=e.polygonOffsetUnits),e.dithering!==void 0&&(this.dithering=e.dithering),e.alphaToCoverage!==void 0&&(this.alphaToCoverage=e.alphaToCoverage),e.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=e.premultipliedAlpha),e.forceSinglePass!==void 0&&(this.forceSinglePass=e.forceSinglePass),e.allowOverride!==void 0&&(this.allowOverride=e.allowOverride),e.visible!==void 0&&(this.visible=e.visible),e.toneMapped!==void 0&&(this.toneMapped=e.toneMapped),e.userData!==void 0&&(this.userData=e.userData),e.vertexColors!==void 0&&(this.vertexColors=typeof e.vertexColors==`number`?e.vertexColors>0:e.vertexColors),e.size!==void 0&&(this.size=e.size),e.sizeAttenuation!==void 0&&(this.sizeAttenuation=e.sizeAttenuation),e.map!==void 0&&(this.map=t[e.map]||null),e.matcap!==void 0&&(this.matcap=t[e.matcap]||null),e.alphaMap!==void 0&&(this.alphaMap=t[e.alphaMap]||null),e.bumpMap!==void 0&&(this.bumpMap=t[e.bumpMap]||null),e.bumpScale!==void 0&&(this.bumpScale=e.bumpScale),e.normalMap!==void 0&&(this.normalMap=t[e.normalMap]||null),e.normalMapType!==void 0&&(this.normalMapType=e.normalMapType),e.normalScale!==void 0){let t=e.normalScale;Array.isArray(t)===!1&&(t=[t,t]),this.normalScale=new q().fromArray(t)}return e.displacementMap!==void 0&&(this.displacementMap=t[e.displacementMap]||null),e.displacementScale!==void 0&&(this.displacementScale=e.displacementScale),e.displacementBias!==void 0&&(this.displacementBias=e.displacementBias),e.roughnessMap!==void 0&&(this.roughnessMap=t[e.roughnessMap]||null),e.metalnessMap!==void 0&&(this.metalnessMap=t[e.metalnessMap]||null),e.emissiveMap!==void 0&&(this.emissiveMap=t[e.emissiveMap]||null),e.emissiveIntensity!==void 0&&(this.emissiveIntensity=e.emissiveIntensity),e.specularMap!==void 0&&(this.specularMap=t[e.specularMap]||null),e.specularIntensityMap!==void 0&&(this.specularIntensityMap=t[e.specularIntensityMap]||null),e.specularColorMap!==void 0&&(this.specularColorMap=t[e.specularColorMap]||null),e.envMap!==void 0&&(this.envMap=t[e.envMap]||null),e.envMapRotation!==void 0&&this.envMapRotation.fromArray(e.envMapRotation),e.envMapIntensity!==void 0&&(this.envMapIntensity=e.envMapIntensity),e.reflectivity!==void 0&&(this.reflectivity=e.reflectivity),e.refractionRatio!==void 0&&(this.refractionRatio=e.refractionRatio),e.lightMap!==void 0&&(this.lightMap=t[e.lightMap]||null),e.lightMapIntensity!==void 0&&(this.lightMapIntensity=e.lightMapIntensity),e.aoMap!==void 0&&(this.aoMap=t[e.aoMap]||null),e.aoMapIntensity!==void 0&&(this.aoMapIntensity=e.aoMapIntensity),e.gradientMap!==void 0&&(this.gradientMap=t[e.gradientMap]||null),e.clearcoatMap!==void 0&&(this.clearcoatMap=t[e.clearcoatMap]||null),e.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=t[e.clearcoatRoughnessMap]||null),e.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=t[e.clearcoatNormalMap]||null),e.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new q().fromArray(e.clearcoatNormalScale)),e.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=t[e.diffuseRoughnessMap]||null),e.iridescenceMap!==void 0&&(this.iridescenceMap=t[e.iridescenceMap]||null),e.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=t[e.iridescenceThicknessMap]||null),e.transmissionMap!==void 0&&(this.transmissionMap=t[e.transmissionMap]||null),e.thicknessMap!==void 0&&(this.thicknessMap=t[e.thicknessMap]||null),e.anisotropyMap!==void 0&&(this.anisotropyMap=t[e.anisotropyMap]||null),e.sheenColorMap!==void 0&&(this.sheenColorMap=t[e.sheenColorMap]||null),e.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=t[e.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(e){this.name=e.name,this.blending=e.blending,this.side=e.side,this.vertexColors=e.vertexColors,this.opacity=e.opacity,this.transparent=e.transparent,this.blendSrc=e.blendSrc,this.blendDst=e.blendDst,this.blendEquation=e.blendEquation,this.blendSrcAlpha=e.blendSrcAlpha,this.blendDstAlpha=e.blendDstAlpha,this.blendEquationAlpha=e.blendEquationAlpha,this.blendColor.copy(e.blendColor),this.blendAlpha=e.blendAlpha,this.depthFunc=e.depthFunc,this.depthTest=e.depthTest,this.depthWrite=e.depthWrite,this.stencilWriteMask=e.stencilWriteMask,this.stencilFunc=e.stencilFunc,this.stencilRef=e.stencilRef,this.stencilFuncMask=e.stencilFuncMask,this.stencilFail=e.stencilFail,this.stencilZFail=e.stencilZFail,this.stencilZPass=e.stencilZPass,this.stencilWrite=e.stencilWrite;let t=e.clippingPlanes,n=null;if(t!==null){let e=t.length;n=Array(e);for(let r=0;r!==e;++r)n[r]=t[r].clone()}return this.clippingPlanes=n,this.clipIntersection=e.clipIntersection,this.clipShadows=e.clipShadows,this.shadowSide=e.shadowSide,this.colorWrite=e.colorWrite,this.precision=e.precision,this.polygonOffset=e.polygonOffset,this.polygonOffsetFactor=e.polygonOffsetFactor,this.polygonOffsetUnits=e.polygonOffsetUnits,this.dithering=e.dithering,this.alphaTest=e.alphaTest,this.alphaHash=e.alphaHash,this.alphaToCoverage=e.alphaToCoverage,this.premultipliedAlpha=e.premultipliedAlpha,this.forceSinglePass=e.forceSinglePass,this.allowOverride=e.allowOverride,this.visible=e.visible,this.toneMapped=e.toneMapped,this.userData=JSON.parse(JSON.stringify(e.userData)),this}dispose(){this.dispatchEvent({type:`dispose`})}set needsUpdate(e){e===!0&&this.version++}},mi=new J,hi=new J,gi=new J,_i=new J,vi=class{constructor(e=new J,t=new J(0,0,-1)){this.origin=e,this.direction=t}set(e,t){return this.origin.copy(e),this.direction.copy(t),this}copy(e){return this.origin.copy(e.origin),this.direction.copy(e.direction),this}at(e,t){return t.copy(this.origin).addScaledVector(this.direction,e)}lookAt(e){return this.direction.copy(e).sub(this.origin).normalize(),this}recast(e){return this.origin.copy(this.at(e,mi)),this}closestPointToPoint(e,t){t.subVectors(e,this.origin);let n=t.dot(this.direction);return n<0?t.copy(this.origin):t.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(e){return Math.sqrt(this.distanceSqToPoint(e))}distanceSqToPoint(e){let t=mi.subVectors(e,this.origin).dot(this.direction);return t<0?this.origin.distanceToSquared(e):(mi.copy(this.origin).addScaledVector(this.direction,t),mi.distanceToSquared(e))}distanceSqToSegment(e,t,n,r){hi.copy(e).add(t).multiplyScalar(.5),gi.copy(t).sub(e).normalize(),_i.copy(this.origin).sub(hi);let i=e.distanceTo(t)*.5,a=-this.direction.dot(gi),o=_i.dot(this.direction),s=-_i.dot(gi),c=_i.lengthSq(),l=Math.abs(1-a*a),u,d,f,p;if(l>0){if(u=a*s-o,d=a*o-s,p=i*l,u>=0){if(d>=-p){if(d<=p){let e=1/l;u*=e,d*=e,f=u*(u+a*d+2*o)+d*(a*u+d+2*s)+c}else d=i,u=Math.max(0,-(a*d+o)),f=-u*u+d*(d+2*s)+c}else d=-i,u=Math.max(0,-(a*d+o)),f=-u*u+d*(d+2*s)+c}else d<=-p?(u=Math.max(0,-(-a*i+o)),d=u>0?-i:Math.min(Math.max(-i,-s),i),f=-u*u+d*(d+2*s)+c):d<=p?(u=0,d=Math.min(Math.max(-i,-s),i),f=d*(d+2*s)+c):(u=Math.max(0,-(a*i+o)),d=u>0?i:Math.min(Math.max(-i,-s),i),f=-u*u+d*(d+2*s)+c)}else d=a>0?-i:i,u=Math.max(0,-(a*d+o)),f=-u*u+d*(d+2*s)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,u),r&&r.copy(hi).addScaledVector(gi,d),f}intersectSphere(e,t){if(e.radius<0)return null;mi.subVectors(e.center,this.origin);let n=mi.dot(this.direction),r=mi.dot(mi)-n*n,i=e.radius*e.radius;if(r>i)return null;let a=Math.sqrt(i-r),o=n-a,s=n+a;return s<0?null:o<0?this.at(s,t):this.at(o,t)}intersectsSphere(e){return e.radius<0?!1:this.distanceSqToPoint(e.center)<=e.radius*e.radius}distanceToPlane(e){let t=e.normal.dot(this.direction);if(t===0)return e.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(e.normal)+e.constant)/t;return n>=0?n:null}intersectPlane(e,t){let n=this.distanceToPlane(e);return n===null?null:this.at(n,t)}intersectsPlane(e){let t=e.distanceToPoint(this.origin);return t===0||e.normal.dot(this.direction)*t<0}intersectBox(e,t){let n,r,i,a,o,s,c=1/this.direction.x,l=1/this.direction.y,u=1/this.direction.z,d=this.origin;return c>=0?(n=(e.min.x-d.x)*c,r=(e.max.x-d.x)*c):(n=(e.max.x-d.x)*c,r=(e.min.x-d.x)*c),l>=0?(i=(e.min.y-d.y)*l,a=(e.max.y-d.y)*l):(i=(e.max.y-d.y)*l,a=(e.min.y-d.y)*l),n>a||i>r||((i>n||isNaN(n))&&(n=i),(a<r||isNaN(r))&&(r=a),u>=0?(o=(e.min.z-d.z)*u,s=(e.max.z-d.z)*u):(o=(e.max.z-d.z)*u,s=(e.min.z-d.z)*u),n>s||o>r)||((o>n||n!==n)&&(n=o),(s<r||r!==r)&&(r=s),r<0)?null:this.at(n>=0?n:r,t)}intersectsBox(e){return this.intersectBox(e,mi)!==null}intersectTriangle(e,t,n,r,i){let a=this.origin,o=this.direction,s=o.x,c=o.y,l=o.z,u=e.x-a.x,d=e.y-a.y,f=e.z-a.z,p=t.x-a.x,m=t.y-a.y,h=t.z-a.z,g=n.x-a.x,_=n.y-a.y,v=n.z-a.z,y=Math.abs(s),b=Math.abs(c),x=Math.abs(l),S,C,w,T,E,D,O,k,A,j,M,N;if(y>=b&&y>=x?(w=s,D=u,A=p,N=g,s>=0?(S=c,C=l,T=d,E=f,O=m,k=h,j=_,M=v):(S=l,C=c,T=f,E=d,O=h,k=m,j=v,M=_)):b>=x?(w=c,D=d,A=m,N=_,c>=0?(S=l,C=s,T=f,E=u,O=h,k=p,j=v,M=g):(S=s,C=l,T=u,E=f,O=p,k=h,j=g,M=v)):(w=l,D=f,A=h,N=v,l>=0?(S=s,C=c,T=u,E=d,O=p,k=m,j=g,M=_):(S=c,C=s,T=d,E=u,O=m,k=p,j=_,M=g)),w===0)return null;let P=S/w,F=C/w,I=1/w,ee=T-P*D,te=E-F*D,ne=O-P*A,re=k-F*A,ie=j-P*N,ae=M-F*N,L=ie*re-ae*ne,R=ee*ae-te*ie,oe=ne*te-re*ee;if(r){if(L<0||R<0||oe<0)return null}else if((L<0||R<0||oe<0)&&(L>0||R>0||oe>0))return null;let se=L+R+oe;if(se===0)return null;let ce=I*(L*D+R*A+oe*N);return(se>0?ce<0:ce>0)?null:this.at(ce/se,i)}applyMatrix4(e){return this.origin.applyMatrix4(e),this.direction.transformDirection(e),this}equals(e){return e.origin.equals(this.origin)&&e.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},yi=class extends pi{constructor(e){super(),this.isMeshBasicMaterial=!0,this.type=`MeshBasicMaterial`,this.color=new Z(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Vn,this.combine=0,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap=`round`,this.wireframeLinejoin=`round`,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.fog=e.fog,this}},bi=new jn,xi=new vi,Si=new $r,Ci=new J,wi=new J,Ti=new J,Ei=new J,Di=new J,Oi=new J,ki=new J,Ai=new J,ji=class extends ir{constructor(e=new si,t=new yi){super(),this.isMesh=!0,this.type=`Mesh`,this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),this.morphTargetInfluences=e.morphTargetInfluences===void 0?void 0:e.morphTargetInfluences.slice(),this.morphTargetDictionary=e.morphTargetDictionary===void 0?void 0:Object.assign({},e.morphTargetDictionary),this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}updateMorphTargets(){let e=this.geometry.morphAttributes,t=Object.keys(e);if(t.length>0){let n=e[t[0]];if(n!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let e=0,t=n.length;e<t;e++){let t=n[e].name||String(e);this.morphTargetInfluences.push(0),this.morphTargetDictionary[t]=e}}}}getVertexPosition(e,t){let n=this.geometry,r=n.attributes.position,i=n.morphAttributes.position,a=n.morphTargetsRelative;t.fromBufferAttribute(r,e);let o=this.morphTargetInfluences;if(i&&o){Oi.set(0,0,0);for(let n=0,r=i.length;n<r;n++){let r=o[n],s=i[n];r!==0&&(Di.fromBufferAttribute(s,e),a?Oi.addScaledVector(Di,r):Oi.addScaledVector(Di.sub(t),r))}t.add(Oi)}return t}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,r=this.material,i=this.matrixWorld;r!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),Si.copy(n.boundingSphere),Si.applyMatrix4(i),xi.copy(e.ray).recast(e.near),Si.containsPoint(xi.origin)===!1&&(xi.intersectSphere(Si,Ci)===null||xi.origin.distanceToSquared(Ci)>(e.far-e.near)**2)||(bi.copy(i).invert(),xi.copy(e.ray).applyMatrix4(bi),(n.boundingBox===null||xi.intersectsBox(n.boundingBox)!==!1)&&this._computeIntersections(e,t,xi)))}_computeIntersections(e,t,n){let r,i=this.geometry,a=this.material,o=i.index,s=i.attributes.position,c=i.attributes.uv,l=i.attributes.uv1,u=i.attributes.normal,d=i.groups,f=i.drawRange;if(o!==null){if(Array.isArray(a))for(let i=0,s=d.length;i<s;i++){let s=d[i],p=a[s.materialIndex],m=Math.max(s.start,f.start),h=Math.min(o.count,Math.min(s.start+s.count,f.start+f.count));for(let i=m,a=h;i<a;i+=3){let a=o.getX(i),d=o.getX(i+1),f=o.getX(i+2);r=Ni(this,p,e,n,c,l,u,a,d,f),r&&(r.faceIndex=Math.floor(i/3),r.face.materialIndex=s.materialIndex,t.push(r))}}else{let i=Math.max(0,f.start),s=Math.min(o.count,f.start+f.count);for(let d=i,f=s;d<f;d+=3){let i=o.getX(d),s=o.getX(d+1),f=o.getX(d+2);r=Ni(this,a,e,n,c,l,u,i,s,f),r&&(r.faceIndex=Math.floor(d/3),t.push(r))}}}else if(s!==void 0){if(Array.isArray(a))for(let i=0,o=d.length;i<o;i++){let o=d[i],p=a[o.materialIndex],m=Math.max(o.start,f.start),h=Math.min(s.count,Math.min(o.start+o.count,f.start+f.count));for(let i=m,a=h;i<a;i+=3){let a=i,s=i+1,d=i+2;r=Ni(this,p,e,n,c,l,u,a,s,d),r&&(r.faceIndex=Math.floor(i/3),r.face.materialIndex=o.materialIndex,t.push(r))}}else{let i=Math.max(0,f.start),o=Math.min(s.count,f.start+f.count);for(let s=i,d=o;s<d;s+=3){let i=s,o=s+1,d=s+2;r=Ni(this,a,e,n,c,l,u,i,o,d),r&&(r.faceIndex=Math.floor(s/3),t.push(r))}}}}};function Mi(e,t,n,r,i,a,o,s){let c;if(c=t.side===1?r.intersectTriangle(o,a,i,!0,s):r.intersectTriangle(i,a,o,t.side===0,s),c===null)return null;Ai.copy(s),Ai.applyMatrix4(e.matrixWorld);let l=n.ray.origin.distanceTo(Ai);return l<n.near||l>n.far?null:{distance:l,point:Ai.clone(),object:e}}function Ni(e,t,n,r,i,a,o,s,c,l){e.getVertexPosition(s,wi),e.getVertexPosition(c,Ti),e.getVertexPosition(l,Ei);let u=Mi(e,t,n,r,wi,Ti,Ei,ki);if(u){let e=new J;Dr.getBarycoord(ki,wi,Ti,Ei,e),i&&(u.uv=Dr.getInterpolatedAttribute(i,s,c,l,e,new q)),a&&(u.uv1=Dr.getInterpolatedAttribute(a,s,c,l,e,new q)),o&&(u.normal=Dr.getInterpolatedAttribute(o,s,c,l,e,new J),u.normal.dot(r.direction)>0&&u.normal.multiplyScalar(-1));let t={a:s,b:c,c:l,normal:new J,materialIndex:0};Dr.getNormal(wi,Ti,Ei,t.normal),u.face=t,u.barycoord=e}return u}var Pi=class extends Tn{constructor(e=null,t=1,n=1,r,i,a,o,s,c=ye,l=ye,u,d){super(null,a,o,s,c,l,r,i,u,d),this.isDataTexture=!0,this.image={data:e,width:t,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}},Fi=new $r,Ii=new q(.5,.5),Li=new J,Ri=class{constructor(e=new di,t=new di,n=new di,r=new di,i=new di,a=new di){this.planes=[e,t,n,r,i,a]}set(e,t,n,r,i,a){let o=this.planes;return o[0].copy(e),o[1].copy(t),o[2].copy(n),o[3].copy(r),o[4].copy(i),o[5].copy(a),this}copy(e){let t=this.planes;for(let n=0;n<6;n++)t[n].copy(e.planes[n]);return this}setFromProjectionMatrix(e,t=Bt,n=!1){let r=this.planes,i=e.elements,a=i[0],o=i[1],s=i[2],c=i[3],l=i[4],u=i[5],d=i[6],f=i[7],p=i[8],m=i[9],h=i[10],g=i[11],_=i[12],v=i[13],y=i[14],b=i[15];if(r[0].setComponents(c-a,f-l,g-p,b-_).normalize(),r[1].setComponents(c+a,f+l,g+p,b+_).normalize(),r[2].setComponents(c+o,f+u,g+m,b+v).normalize(),r[3].setComponents(c-o,f-u,g-m,b-v).normalize(),n)r[4].setComponents(s,d,h,y).normalize(),r[5].setComponents(c-s,f-d,g-h,b-y).normalize();else if(r[4].setComponents(c-s,f-d,g-h,b-y).normalize(),t===2e3)r[5].setComponents(c+s,f+d,g+h,b+y).normalize();else if(t===2001)r[5].setComponents(s,d,h,y).normalize();else throw Error(`THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: `+t);return this}intersectsObject(e){if(e.boundingSphere!==void 0)e.boundingSphere===null&&e.computeBoundingSphere(),Fi.copy(e.boundingSphere).applyMatrix4(e.matrixWorld);else{let t=e.geometry;t.boundingSphere===null&&t.computeBoundingSphere(),Fi.copy(t.boundingSphere).applyMatrix4(e.matrixWorld)}return this.intersectsSphere(Fi)}intersectsSprite(e){return Fi.center.set(0,0,0),Fi.radius=.7071067811865476+Ii.distanceTo(e.center),Fi.applyMatrix4(e.matrixWorld),this.intersectsSphere(Fi)}intersectsSphere(e){let t=this.planes,n=e.center,r=-e.radius;for(let e=0;e<6;e++)if(t[e].distanceToPoint(n)<r)return!1;return!0}intersectsBox(e){let t=this.planes;for(let n=0;n<6;n++){let r=t[n];if(Li.x=r.normal.x>0?e.max.x:e.min.x,Li.y=r.normal.y>0?e.max.y:e.min.y,Li.z=r.normal.z>0?e.max.z:e.min.z,r.distanceToPoint(Li)<0)return!1}return!0}containsPoint(e){let t=this.planes;for(let n=0;n<6;n++)if(t[n].distanceToPoint(e)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},zi=new jn,Bi=class e{constructor(){this.coordinateSystem=Bt,this._frustums=[],this._count=0}setFromArrayCamera(e){let t=e.cameras,n=this._frustums;for(let e=0;e<t.length;e++){let r=t[e];zi.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[e]===void 0&&(n[e]=new Ri),n[e].setFromProjectionMatrix(zi,r.coordinateSystem,r.reversedDepth)}return this._count=t.length,this}getFrustum(e){return this._frustums[e]}intersectsObject(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsObject(e))return!0;return!1}intersectsSprite(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSprite(e))return!0;return!1}intersectsSphere(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSphere(e))return!0;return!1}intersectsBox(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsBox(e))return!0;return!1}containsPoint(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].containsPoint(e))return!0;return!1}copy(e){this.coordinateSystem=e.coordinateSystem;let t=this._frustums,n=e._frustums;for(let r=0;r<e._count;r++)t[r]===void 0&&(t[r]=new Ri),t[r].copy(n[r]);return this._count=e._count,this}clone(){return new e().copy(this)}},Vi=class extends pi{constructor(e){super(),this.isLineBasicMaterial=!0,this.type=`LineBasicMaterial`,this.color=new Z(16777215),this.map=null,this.linewidth=1,this.linecap=`round`,this.linejoin=`round`,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.linewidth=e.linewidth,this.linecap=e.linecap,this.linejoin=e.linejoin,this.fog=e.fog,this}},Hi=new J,Ui=new J,Wi=new jn,Gi=new vi,Ki=new $r,qi=new J,Ji=new J,Yi=class extends ir{constructor(e=new si,t=new Vi){super(),this.isLine=!0,this.type=`Line`,this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),this.morphTargetInfluences=e.morphTargetInfluences===void 0?void 0:e.morphTargetInfluences.slice(),this.morphTargetDictionary=e.morphTargetDictionary===void 0?void 0:Object.assign({},e.morphTargetDictionary),this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[0];for(let e=1,r=t.count;e<r;e++)Hi.fromBufferAttribute(t,e-1),Ui.fromBufferAttribute(t,e),n[e]=n[e-1],n[e]+=Hi.distanceTo(Ui);e.setAttribute(`lineDistance`,new Yr(n,1))}else W(`Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.`);return this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,r=this.matrixWorld,i=e.params.Line.threshold,a=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),Ki.copy(n.boundingSphere),Ki.applyMatrix4(r),Ki.radius+=i,e.ray.intersectsSphere(Ki)===!1)return;Wi.copy(r).invert(),Gi.copy(e.ray).applyMatrix4(Wi);let o=i/((this.scale.x+this.scale.y+this.scale.z)/3),s=o*o,c=this.isLineSegments?2:1,l=n.index,u=n.attributes.position;if(l!==null){let n=Math.max(0,a.start),r=Math.min(l.count,a.start+a.count);for(let i=n,a=r-1;i<a;i+=c){let n=l.getX(i),r=l.getX(i+1),a=Xi(this,e,Gi,s,n,r,i);a&&t.push(a)}if(this.isLineLoop){let i=l.getX(r-1),a=l.getX(n),o=Xi(this,e,Gi,s,i,a,r-1);o&&t.push(o)}}else{let n=Math.max(0,a.start),r=Math.min(u.count,a.start+a.count);for(let i=n,a=r-1;i<a;i+=c){let n=Xi(this,e,Gi,s,i,i+1,i);n&&t.push(n)}if(this.isLineLoop){let i=Xi(this,e,Gi,s,r-1,n,r-1);i&&t.push(i)}}}updateMorphTargets(){let e=this.geometry.morphAttributes,t=Object.keys(e);if(t.length>0){let n=e[t[0]];if(n!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let e=0,t=n.length;e<t;e++){let t=n[e].name||String(e);this.morphTargetInfluences.push(0),this.morphTargetDictionary[t]=e}}}}};function Xi(e,t,n,r,i,a,o){let s=e.geometry.attributes.position;if(Hi.fromBufferAttribute(s,i),Ui.fromBufferAttribute(s,a),n.distanceSqToSegment(Hi,Ui,qi,Ji)>r)return;qi.applyMatrix4(e.matrixWorld);let c=t.ray.origin.distanceTo(qi);if(!(c<t.near||c>t.far))return{distance:c,point:Ji.clone().applyMatrix4(e.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:e}}var Zi=new J,Qi=new J,$i=class extends Yi{constructor(e,t){super(e,t),this.isLineSegments=!0,this.type=`LineSegments`}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[];for(let e=0,r=t.count;e<r;e+=2)Zi.fromBufferAttribute(t,e),Qi.fromBufferAttribute(t,e+1),n[e]=e===0?0:n[e-1],n[e+1]=n[e]+Zi.distanceTo(Qi);e.setAttribute(`lineDistance`,new Yr(n,1))}else W(`LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.`);return this}},ea=class extends pi{constructor(e){super(),this.isPointsMaterial=!0,this.type=`PointsMaterial`,this.color=new Z(16777215),this.map=null,this.alphaMap=null,this.size=1,this.sizeAttenuation=!0,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.alphaMap=e.alphaMap,this.size=e.size,this.sizeAttenuation=e.sizeAttenuation,this.fog=e.fog,this}},ta=new jn,na=new vi,ra=new $r,ia=new J,aa=class extends ir{constructor(e=new si,t=new ea){super(),this.isPoints=!0,this.type=`Points`,this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),this.morphTargetInfluences=e.morphTargetInfluences===void 0?void 0:e.morphTargetInfluences.slice(),this.morphTargetDictionary=e.morphTargetDictionary===void 0?void 0:Object.assign({},e.morphTargetDictionary),this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,r=this.matrixWorld,i=e.params.Points.threshold,a=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),ra.copy(n.boundingSphere),ra.applyMatrix4(r),ra.radius+=i,e.ray.intersectsSphere(ra)===!1)return;ta.copy(r).invert(),na.copy(e.ray).applyMatrix4(ta);let o=i/((this.scale.x+this.scale.y+this.scale.z)/3),s=o*o,c=n.index,l=n.attributes.position;if(c!==null){let n=Math.max(0,a.start),i=Math.min(c.count,a.start+a.count);for(let a=n,o=i;a<o;a++){let n=c.getX(a);ia.fromBufferAttribute(l,n),oa(ia,n,s,r,e,t,this)}}else{let n=Math.max(0,a.start),i=Math.min(l.count,a.start+a.count);for(let a=n,o=i;a<o;a++)ia.fromBufferAttribute(l,a),oa(ia,a,s,r,e,t,this)}}updateMorphTargets(){let e=this.geometry.morphAttributes,t=Object.keys(e);if(t.length>0){let n=e[t[0]];if(n!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let e=0,t=n.length;e<t;e++){let t=n[e].name||String(e);this.morphTargetInfluences.push(0),this.morphTargetDictionary[t]=e}}}}};function oa(e,t,n,r,i,a,o){let s=na.distanceSqToPoint(e);if(s<n){let n=new J;na.closestPointToPoint(e,n),n.applyMatrix4(r);let c=i.ray.origin.distanceTo(n);if(c<i.near||c>i.far)return;a.push({distance:c,distanceToRay:Math.sqrt(s),point:n,index:t,face:null,faceIndex:null,barycoord:null,object:o})}}var sa=class extends Tn{constructor(e=[],t=301,n,r,i,a,o,s,c,l){super(e,t,n,r,i,a,o,s,c,l),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(e){this.image=e}},ca=class extends Tn{constructor(e,t,n=Ee,r,i,a,o=ye,s=ye,c,l=Ie,u=1){if(l!==1026&&l!==1027)throw Error(`THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat`);super({width:e,height:t,depth:u},r,i,a,o,s,l,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(e){return super.copy(e),this.source=new xn(Object.assign({},e.image)),this.compareFunction=e.compareFunction,this}toJSON(e){let t=super.toJSON(e);return t.compareFunction=this.compareFunction,t}},la=class extends ca{constructor(e,t=Ee,n=301,r,i,a=ye,o=ye,s,c=Ie){let l={width:e,height:e,depth:1},u=[l,l,l,l,l,l];super(e,e,t,n,r,i,a,o,s,c),this.image=u,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(e){this.image=e}},ua=class extends Tn{constructor(e=null){super(),this.sourceTexture=e,this.isExternalTexture=!0}copy(e){return super.copy(e),this.sourceTexture=e.sourceTexture,this}},da=class e extends si{constructor(e=1,t=1,n=1,r=1,i=1,a=1){super(),this.type=`BoxGeometry`,this.parameters={width:e,height:t,depth:n,widthSegments:r,heightSegments:i,depthSegments:a};let o=this;r=Math.floor(r),i=Math.floor(i),a=Math.floor(a);let s=[],c=[],l=[],u=[],d=0,f=0;p(`z`,`y`,`x`,-1,-1,n,t,e,a,i,0),p(`z`,`y`,`x`,1,-1,n,t,-e,a,i,1),p(`x`,`z`,`y`,1,1,e,n,t,r,a,2),p(`x`,`z`,`y`,1,-1,e,n,-t,r,a,3),p(`x`,`y`,`z`,1,-1,e,t,n,r,i,4),p(`x`,`y`,`z`,-1,-1,e,t,-n,r,i,5),this.setIndex(s),this.setAttribute(`position`,new Yr(c,3)),this.setAttribute(`normal`,new Yr(l,3)),this.setAttribute(`uv`,new Yr(u,2));function p(e,t,n,r,i,a,p,m,h,g,_){let v=a/h,y=p/g,b=a/2,x=p/2,S=m/2,C=h+1,w=g+1,T=0,E=0,D=new J;for(let a=0;a<w;a++){let o=a*y-x;for(let s=0;s<C;s++)D[e]=(s*v-b)*r,D[t]=o*i,D[n]=S,c.push(D.x,D.y,D.z),D[e]=0,D[t]=0,D[n]=m>0?1:-1,l.push(D.x,D.y,D.z),u.push(s/h),u.push(1-a/g),T+=1}for(let e=0;e<g;e++)for(let t=0;t<h;t++){let n=d+t+C*e,r=d+t+C*(e+1),i=d+(t+1)+C*(e+1),a=d+(t+1)+C*e;s.push(n,r,a),s.push(r,i,a),E+=6}o.addGroup(f,E,_),f+=E,d+=T}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(t){return new e(t.width,t.height,t.depth,t.widthSegments,t.heightSegments,t.depthSegments)}},fa=class e extends si{constructor(e=1,t=1,n=1,r=1){super(),this.type=`PlaneGeometry`,this.parameters={width:e,height:t,widthSegments:n,heightSegments:r};let i=e/2,a=t/2,o=Math.floor(n),s=Math.floor(r),c=o+1,l=s+1,u=e/o,d=t/s,f=[],p=[],m=[],h=[];for(let e=0;e<l;e++){let t=e*d-a;for(let n=0;n<c;n++){let r=n*u-i;p.push(r,-t,0),m.push(0,0,1),h.push(n/o),h.push(1-e/s)}}for(let e=0;e<s;e++)for(let t=0;t<o;t++){let n=t+c*e,r=t+c*(e+1),i=t+1+c*(e+1),a=t+1+c*e;f.push(n,r,a),f.push(r,i,a)}this.setIndex(f),this.setAttribute(`position`,new Yr(p,3)),this.setAttribute(`normal`,new Yr(m,3)),this.setAttribute(`uv`,new Yr(h,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(t){return new e(t.width,t.height,t.widthSegments,t.heightSegments)}};function pa(e){let t={};for(let n in e){t[n]={};for(let r in e[n]){let i=e[n][r];if(ha(i))i.isRenderTargetTexture?(W(`UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms().`),t[n][r]=null):t[n][r]=i.clone();else if(Array.isArray(i)){if(ha(i[0])){let e=[];for(let t=0,n=i.length;t<n;t++)e[t]=i[t].clone();t[n][r]=e}else t[n][r]=i.slice()}else t[n][r]=i}}return t}function ma(e){let t={};for(let n=0;n<e.length;n++){let r=pa(e[n]);for(let e in r)t[e]=r[e]}return t}function ha(e){return e&&(e.isColor||e.isMatrix3||e.isMatrix4||e.isVector2||e.isVector3||e.isVector4||e.isTexture||e.isQuaternion)}function ga(e){let t=[];for(let n=0;n<e.length;n++)t.push(e[n].clone());return t}function _a(e){let t=e.getRenderTarget();return t===null?e.outputColorSpace:t.isXRRenderTarget===!0?t.texture.colorSpace:X.workingColorSpace}var va={clone:pa,merge:ma},ya=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,ba=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,xa=class extends pi{constructor(e){super(),this.isShaderMaterial=!0,this.type=`ShaderMaterial`,this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=ya,this.fragmentShader=ba,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,e!==void 0&&this.setValues(e)}copy(e){return super.copy(e),this.fragmentShader=e.fragmentShader,this.vertexShader=e.vertexShader,this.uniforms=pa(e.uniforms),this.uniformsGroups=ga(e.uniformsGroups),this.defines=Object.assign({},e.defines),this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.fog=e.fog,this.lights=e.lights,this.clipping=e.clipping,this.extensions=Object.assign({},e.extensions),this.glslVersion=e.glslVersion,this.defaultAttributeValues=Object.assign({},e.defaultAttributeValues),this.index0AttributeName=e.index0AttributeName,this.uniformsNeedUpdate=e.uniformsNeedUpdate,this}toJSON(e){let t=super.toJSON(e);t.glslVersion=this.glslVersion,t.uniforms={};for(let n in this.uniforms){let r=this.uniforms[n].value;r&&r.isTexture?t.uniforms[n]={type:`t`,value:r.toJSON(e).uuid}:r&&r.isColor?t.uniforms[n]={type:`c`,value:r.getHex()}:r&&r.isVector2?t.uniforms[n]={type:`v2`,value:r.toArray()}:r&&r.isVector3?t.uniforms[n]={type:`v3`,value:r.toArray()}:r&&r.isVector4?t.uniforms[n]={type:`v4`,value:r.toArray()}:r&&r.isMatrix3?t.uniforms[n]={type:`m3`,value:r.toArray()}:r&&r.isMatrix4?t.uniforms[n]={type:`m4`,value:r.toArray()}:t.uniforms[n]={value:r}}Object.keys(this.defines).length>0&&(t.defines=this.defines),t.vertexShader=this.vertexShader,t.fragmentShader=this.fragmentShader,t.lights=this.lights,t.clipping=this.clipping;let n={};for(let e in this.extensions)this.extensions[e]===!0&&(n[e]=!0);return Object.keys(n).length>0&&(t.extensions=n),t}fromJSON(e,t){if(super.fromJSON(e,t),e.uniforms!==void 0)for(let n in e.uniforms){let r=e.uniforms[n];switch(this.uniforms[n]={},r.type){case`t`:this.uniforms[n].value=t[r.value]||null;break;case`c`:this.uniforms[n].value=new Z().setHex(r.value);break;case`v2`:this.uniforms[n].value=new q().fromArray(r.value);break;case`v3`:this.uniforms[n].value=new J().fromArray(r.value);break;case`v4`:this.uniforms[n].value=new En().fromArray(r.value);break;case`m3`:this.uniforms[n].value=new Y().fromArray(r.value);break;case`m4`:this.uniforms[n].value=new jn().fromArray(r.value);break;default:this.uniforms[n].value=r.value}}if(e.defines!==void 0&&(this.defines=e.defines),e.vertexShader!==void 0&&(this.vertexShader=e.vertexShader),e.fragmentShader!==void 0&&(this.fragmentShader=e.fragmentShader),e.glslVersion!==void 0&&(this.glslVersion=e.glslVersion),e.extensions!==void 0)for(let t in e.extensions)this.extensions[t]=e.extensions[t];return e.lights!==void 0&&(this.lights=e.lights),e.clipping!==void 0&&(this.clipping=e.clipping),this}},Sa=class extends xa{constructor(e){super(e),this.isRawShaderMaterial=!0,this.type=`RawShaderMaterial`}},Ca=class extends pi{constructor(e){super(),this.isMeshDepthMaterial=!0,this.type=`MeshDepthMaterial`,this.depthPacking=Mt,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(e)}copy(e){return super.copy(e),this.depthPacking=e.depthPacking,this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this}},wa=class extends pi{constructor(e){super(),this.isMeshDistanceMaterial=!0,this.type=`MeshDistanceMaterial`,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(e)}copy(e){return super.copy(e),this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this}};function Ta(e,t){return!e||e.constructor===t?e:typeof t.BYTES_PER_ELEMENT==`number`?new t(e):Array.prototype.slice.call(e)}function Ea(e){return e!==void 0&&e.inTangents!==void 0&&e.outTangents!==void 0}var Da=class{constructor(e,t,n,r){this.parameterPositions=e,this._cachedIndex=0,this.resultBuffer=r===void 0?new t.constructor(n):r,this.sampleValues=t,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(e){let t=this.parameterPositions,n=this._cachedIndex,r=t[n],i=t[n-1];validate_interval:{seek:{let a;linear_scan:{forward_scan:if(!(e<r)){for(let a=n+2;;){if(r===void 0){if(e<i)break forward_scan;return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(i=r,r=t[++n],e<r)break seek}a=t.length;break linear_scan}if(!(e>=i)){let o=t[1];e<o&&(n=2,i=o);for(let a=n-2;;){if(i===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===a)break;if(r=i,i=t[--n-1],e>=i)break seek}a=n,n=0;break linear_scan}break validate_interval}for(;n<a;){let r=n+a>>>1;e<t[r]?a=r:n=r+1}if(r=t[n],i=t[n-1],i===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(r===void 0)return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,i,r)}return this.interpolate_(n,i,e,r)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(e){let t=this.resultBuffer,n=this.sampleValues,r=this.valueSize,i=e*r;for(let e=0;e!==r;++e)t[e]=n[i+e];return t}interpolate_(){throw Error(`THREE.Interpolant: Call to abstract method.`)}intervalChanged_(){}},Oa=class extends Da{constructor(e,t,n,r){super(e,t,n,r),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:kt,endingEnd:kt}}intervalChanged_(e,t,n){let r=this.parameterPositions,i=e-2,a=e+1,o=r[i],s=r[a];if(o===void 0)switch(this.getSettings_().endingStart){case At:i=e,o=2*t-n;break;case jt:i=r.length-2,o=t+r[i]-r[i+1];break;default:i=e,o=n}if(s===void 0)switch(this.getSettings_().endingEnd){case At:a=e,s=2*n-t;break;case jt:a=1,s=n+r[1]-r[0];break;default:a=e-1,s=t}let c=(n-t)*.5,l=this.valueSize;this._weightPrev=c/(t-o),this._weightNext=c/(s-n),this._offsetPrev=i*l,this._offsetNext=a*l}interpolate_(e,t,n,r){let i=this.resultBuffer,a=this.sampleValues,o=this.valueSize,s=e*o,c=s-o,l=this._offsetPrev,u=this._offsetNext,d=this._weightPrev,f=this._weightNext,p=(n-t)/(r-t),m=p*p,h=m*p,g=-d*h+2*d*m-d*p,_=(1+d)*h+(-1.5-2*d)*m+(-.5+d)*p+1,v=(-1-f)*h+(1.5+f)*m+.5*p,y=f*h-f*m;for(let e=0;e!==o;++e)i[e]=g*a[l+e]+_*a[c+e]+v*a[s+e]+y*a[u+e];return i}},ka=class extends Da{constructor(e,t,n,r){super(e,t,n,r)}interpolate_(e,t,n,r){let i=this.resultBuffer,a=this.sampleValues,o=this.valueSize,s=e*o,c=s-o,l=(n-t)/(r-t),u=1-l;for(let e=0;e!==o;++e)i[e]=a[c+e]*u+a[s+e]*l;return i}},Aa=class extends Da{constructor(e,t,n,r){super(e,t,n,r)}interpolate_(e){return this.copySampleValue_(e-1)}},ja=class extends Da{interpolate_(e,t,n,r){let i=this.resultBuffer,a=this.sampleValues,o=this.valueSize,s=e*o,c=s-o,l=this.inTangents,u=this.outTangents;if(!l||!u){let e=(n-t)/(r-t),l=1-e;for(let t=0;t!==o;++t)i[t]=a[c+t]*l+a[s+t]*e;return i}let d=o*2,f=e-1;for(let p=0;p!==o;++p){let o=a[c+p],m=a[s+p],h=f*d+p*2,g=u[h],_=u[h+1],v=e*d+p*2,y=l[v],b=l[v+1],x=Pa(n,t,g,y,r);i[p]=Ma(x,o,_,b,m)}return i}};function Ma(e,t,n,r,i){let a=1-e;return a*a*a*t+3*a*a*e*n+3*a*e*e*r+e*e*e*i}function Na(e,t,n,r,i){let a=1-e;return 3*a*a*(n-t)+6*a*e*(r-n)+3*e*e*(i-r)}function Pa(e,t,n,r,i){let a=(e-t)/(i-t);for(let o=0;o<8;o++){let o=Ma(a,t,n,r,i)-e;if(Math.abs(o)<1e-10)break;let s=Na(a,t,n,r,i);if(Math.abs(s)<1e-10)break;a=Math.max(0,Math.min(1,a-o/s))}return a}var Fa=class{constructor(e,t,n,r){if(e===void 0)throw Error(`THREE.KeyframeTrack: track name is undefined`);if(t===void 0||t.length===0)throw Error(`THREE.KeyframeTrack: no keyframes in track named `+e);this.name=e,this.times=Ta(t,this.TimeBufferType),this.values=Ta(n,this.ValueBufferType),this.setInterpolation(r||this.DefaultInterpolation)}static toJSON(e){let t=e.constructor,n;if(t.toJSON!==this.toJSON)n=t.toJSON(e);else{n={name:e.name,times:Ta(e.times,Array),values:Ta(e.values,Array)};let t=e.getInterpolation();t!==e.DefaultInterpolation&&(n.interpolation=t),Ea(e.settings)&&(n.settings={inTangents:Ta(e.settings.inTangents,Array),outTangents:Ta(e.settings.outTangents,Array)})}return n.type=e.ValueTypeName,n}InterpolantFactoryMethodDiscrete(e){return new Aa(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodLinear(e){return new ka(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodSmooth(e){return new Oa(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodBezier(e){let t=new ja(this.times,this.values,this.getValueSize(),e);return this.settings&&(t.inTangents=this.settings.inTangents,t.outTangents=this.settings.outTangents),t}setInterpolation(e){let t;switch(e){case Tt:t=this.InterpolantFactoryMethodDiscrete;break;case Et:t=this.InterpolantFactoryMethodLinear;break;case Dt:t=this.InterpolantFactoryMethodSmooth;break;case Ot:t=this.InterpolantFactoryMethodBezier}if(t===void 0){let t=`unsupported interpolation for `+this.ValueTypeName+` keyframe track named `+this.name;if(this.createInterpolant===void 0){if(e!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw Error(t)}return W(`KeyframeTrack:`,t),this}return this.createInterpolant=t,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return Tt;case this.InterpolantFactoryMethodLinear:return Et;case this.InterpolantFactoryMethodSmooth:return Dt;case this.InterpolantFactoryMethodBezier:return Ot}}getValueSize(){return this.values.length/this.times.length}shift(e){if(e!==0){let t=this.times;for(let n=0,r=t.length;n!==r;++n)t[n]+=e;Ea(this.settings)&&(Ia(this.settings.inTangents,e),Ia(this.settings.outTangents,e))}return this}scale(e){if(e!==1){let t=this.times;for(let n=0,r=t.length;n!==r;++n)t[n]*=e;Ea(this.settings)&&(La(this.settings.inTangents,e),La(this.settings.outTangents,e))}return this}trim(e,t){let n=this.times,r=n.length,i=0,a=r-1;for(;i!==r&&n[i]<e;)++i;for(;a!==-1&&n[a]>t;)--a;if(++a,i!==0||a!==r){i>=a&&(a=Math.max(a,1),i=a-1);let e=this.getValueSize();this.times=n.slice(i,a),this.values=this.values.slice(i*e,a*e)}return this}validate(){let e=!0,t=this.getValueSize();t-Math.floor(t)!==0&&(G(`KeyframeTrack: Invalid value size in track.`,this),e=!1);let n=this.times,r=this.values,i=n.length;i===0&&(G(`KeyframeTrack: Track is empty.`,this),e=!1);let a=null;for(let t=0;t!==i;t++){let r=n[t];if(typeof r==`number`&&isNaN(r)){G(`KeyframeTrack: Time is not a valid number.`,this,t,r),e=!1;break}if(a!==null&&a>r){G(`KeyframeTrack: Out of order keys.`,this,t,r,a),e=!1;break}a=r}if(r!==void 0&&Ht(r))for(let t=0,n=r.length;t!==n;++t){let n=r[t];if(isNaN(n)){G(`KeyframeTrack: Value is not a valid number.`,this,t,n),e=!1;break}}return e}optimize(){let e=this.times.slice(),t=this.values.slice(),n=this.getValueSize(),r=this.getInterpolation()===Dt,i=e.length-1,a=1;for(let o=1;o<i;++o){let i=!1,s=e[o];if(s!==e[o+1]&&(o!==1||s!==e[0])){if(r)i=!0;else{let e=o*n,r=e-n,a=e+n;for(let o=0;o!==n;++o){let n=t[e+o];if(n!==t[r+o]||n!==t[a+o]){i=!0;break}}}}if(i){if(o!==a){e[a]=e[o];let r=o*n,i=a*n;for(let e=0;e!==n;++e)t[i+e]=t[r+e]}++a}}if(i>0){e[a]=e[i];for(let e=i*n,r=a*n,o=0;o!==n;++o)t[r+o]=t[e+o];++a}return a===e.length?(this.times=e,this.values=t):(this.times=e.slice(0,a),this.values=t.slice(0,a*n)),this}clone(){let e=this.times.slice(),t=this.values.slice(),n=this.constructor,r=new n(this.name,e,t);return r.createInterpolant=this.createInterpolant,Ea(this.settings)&&(r.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),r}};function Ia(e,t){for(let n=0,r=e.length;n!==r;n+=2)e[n]+=t}function La(e,t){for(let n=0,r=e.length;n!==r;n+=2)e[n]*=t}Fa.prototype.ValueTypeName=``,Fa.prototype.TimeBufferType=Float32Array,Fa.prototype.ValueBufferType=Float32Array,Fa.prototype.DefaultInterpolation=Et;var Ra=class extends Fa{constructor(e,t,n){super(e,t,n)}};Ra.prototype.ValueTypeName=`bool`,Ra.prototype.ValueBufferType=Array,Ra.prototype.DefaultInterpolation=Tt,Ra.prototype.InterpolantFactoryMethodLinear=void 0,Ra.prototype.InterpolantFactoryMethodSmooth=void 0;var za=class extends Fa{constructor(e,t,n,r){super(e,t,n,r)}};za.prototype.ValueTypeName=`color`;var Ba=class extends Fa{constructor(e,t,n,r){super(e,t,n,r)}};Ba.prototype.ValueTypeName=`number`;var Va=class extends Da{constructor(e,t,n,r){super(e,t,n,r)}interpolate_(e,t,n,r){let i=this.resultBuffer,a=this.sampleValues,o=this.valueSize,s=(n-t)/(r-t),c=e*o;for(let e=c+o;c!==e;c+=4)ln.slerpFlat(i,0,a,c-o,a,c,s);return i}},Ha=class extends Fa{constructor(e,t,n,r){super(e,t,n,r)}InterpolantFactoryMethodLinear(e){return new Va(this.times,this.values,this.getValueSize(),e)}};Ha.prototype.ValueTypeName=`quaternion`,Ha.prototype.InterpolantFactoryMethodSmooth=void 0;var Ua=class extends Fa{constructor(e,t,n){super(e,t,n)}};Ua.prototype.ValueTypeName=`string`,Ua.prototype.ValueBufferType=Array,Ua.prototype.DefaultInterpolation=Tt,Ua.prototype.InterpolantFactoryMethodLinear=void 0,Ua.prototype.InterpolantFactoryMethodSmooth=void 0;var Wa=class extends Fa{constructor(e,t,n,r){super(e,t,n,r)}};Wa.prototype.ValueTypeName=`vector`;var Ga=new J,Ka=new ln,qa=new J,Ja=class extends ir{constructor(){super(),this.isCamera=!0,this.type=`Camera`,this.matrixWorldInverse=new jn,this.projectionMatrix=new jn,this.projectionMatrixInverse=new jn,this.coordinateSystem=Bt,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(e,t){return super.copy(e,t),this.matrixWorldInverse.copy(e.matrixWorldInverse),this.projectionMatrix.copy(e.projectionMatrix),this.projectionMatrixInverse.copy(e.projectionMatrixInverse),this.coordinateSystem=e.coordinateSystem,this}getWorldDirection(e){return super.getWorldDirection(e).negate()}updateMatrixWorld(e){super.updateMatrixWorld(e),this.matrixWorld.decompose(Ga,Ka,qa),qa.x===1&&qa.y===1&&qa.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Ga,Ka,qa.set(1,1,1)).invert()}updateWorldMatrix(e,t,n=!1){super.updateWorldMatrix(e,t,n),this.matrixWorld.decompose(Ga,Ka,qa),qa.x===1&&qa.y===1&&qa.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Ga,Ka,qa.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},Ya=new J,Xa=new q,Za=new q,Qa=class extends Ja{constructor(e=50,t=1,n=.1,r=2e3){super(),this.isPerspectiveCamera=!0,this.type=`PerspectiveCamera`,this.fov=e,this.zoom=1,this.near=n,this.far=r,this.focus=10,this.aspect=t,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.fov=e.fov,this.zoom=e.zoom,this.near=e.near,this.far=e.far,this.focus=e.focus,this.aspect=e.aspect,this.view=e.view===null?null:Object.assign({},e.view),this.filmGauge=e.filmGauge,this.filmOffset=e.filmOffset,this}setFocalLength(e){let t=.5*this.getFilmHeight()/e;this.fov=en*2*Math.atan(t),this.updateProjectionMatrix()}getFocalLength(){let e=Math.tan($t*.5*this.fov);return .5*this.getFilmHeight()/e}getEffectiveFOV(){return en*2*Math.atan(Math.tan($t*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(e,t,n){Ya.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),t.set(Ya.x,Ya.y).multiplyScalar(-e/Ya.z),Ya.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(Ya.x,Ya.y).multiplyScalar(-e/Ya.z)}getViewSize(e,t){return this.getViewBounds(e,Xa,Za),t.subVectors(Za,Xa)}setViewOffset(e,t,n,r,i,a){this.aspect=e/t,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=r,this.view.width=i,this.view.height=a,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=this.near,t=e*Math.tan($t*.5*this.fov)/this.zoom,n=2*t,r=this.aspect*n,i=-.5*r,a=this.view;if(this.view!==null&&this.view.enabled){let e=a.fullWidth,o=a.fullHeight;i+=a.offsetX*r/e,t-=a.offsetY*n/o,r*=a.width/e,n*=a.height/o}let o=this.filmOffset;o!==0&&(i+=e*o/this.getFilmWidth()),this.projectionMatrix.makePerspective(i,i+r,t,t-n,e,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.fov=this.fov,t.object.zoom=this.zoom,t.object.near=this.near,t.object.far=this.far,t.object.focus=this.focus,t.object.aspect=this.aspect,this.view!==null&&(t.object.view=Object.assign({},this.view)),t.object.filmGauge=this.filmGauge,t.object.filmOffset=this.filmOffset,t}},$a=class extends Ja{constructor(e=-1,t=1,n=1,r=-1,i=.1,a=2e3){super(),this.isOrthographicCamera=!0,this.type=`OrthographicCamera`,this.zoom=1,this.view=null,this.left=e,this.right=t,this.top=n,this.bottom=r,this.near=i,this.far=a,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.left=e.left,this.right=e.right,this.top=e.top,this.bottom=e.bottom,this.near=e.near,this.far=e.far,this.zoom=e.zoom,this.view=e.view===null?null:Object.assign({},e.view),this}setViewOffset(e,t,n,r,i,a){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=r,this.view.width=i,this.view.height=a,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=(this.right-this.left)/(2*this.zoom),t=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,r=(this.top+this.bottom)/2,i=n-e,a=n+e,o=r+t,s=r-t;if(this.view!==null&&this.view.enabled){let e=(this.right-this.left)/this.view.fullWidth/this.zoom,t=(this.top-this.bottom)/this.view.fullHeight/this.zoom;i+=e*this.view.offsetX,a=i+e*this.view.width,o-=t*this.view.offsetY,s=o-t*this.view.height}this.projectionMatrix.makeOrthographic(i,a,o,s,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.zoom=this.zoom,t.object.left=this.left,t.object.right=this.right,t.object.top=this.top,t.object.bottom=this.bottom,t.object.near=this.near,t.object.far=this.far,this.view!==null&&(t.object.view=Object.assign({},this.view)),t}},eo=-90,to=1,no=class extends ir{constructor(e,t,n){super(),this.type=`CubeCamera`,this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let r=new Qa(eo,to,e,t);r.layers=this.layers,this.add(r);let i=new Qa(eo,to,e,t);i.layers=this.layers,this.add(i);let a=new Qa(eo,to,e,t);a.layers=this.layers,this.add(a);let o=new Qa(eo,to,e,t);o.layers=this.layers,this.add(o);let s=new Qa(eo,to,e,t);s.layers=this.layers,this.add(s);let c=new Qa(eo,to,e,t);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let e=this.coordinateSystem,t=this.children.concat(),[n,r,i,a,o,s]=t;for(let e of t)this.remove(e);if(e===2e3)n.up.set(0,1,0),n.lookAt(1,0,0),r.up.set(0,1,0),r.lookAt(-1,0,0),i.up.set(0,0,-1),i.lookAt(0,1,0),a.up.set(0,0,1),a.lookAt(0,-1,0),o.up.set(0,1,0),o.lookAt(0,0,1),s.up.set(0,1,0),s.lookAt(0,0,-1);else if(e===2001)n.up.set(0,-1,0),n.lookAt(-1,0,0),r.up.set(0,-1,0),r.lookAt(1,0,0),i.up.set(0,0,1),i.lookAt(0,1,0),a.up.set(0,0,-1),a.lookAt(0,-1,0),o.up.set(0,-1,0),o.lookAt(0,0,1),s.up.set(0,-1,0),s.lookAt(0,0,-1);else throw Error(`THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: `+e);for(let e of t)this.add(e),e.updateMatrixWorld()}update(e,t){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:r}=this;this.coordinateSystem!==e.coordinateSystem&&(this.coordinateSystem=e.coordinateSystem,this.updateCoordinateSystem());let[i,a,o,s,c,l]=this.children,u=e.getRenderTarget(),d=e.getActiveCubeFace(),f=e.getActiveMipmapLevel(),p=e.xr.enabled;e.xr.enabled=!1;let m=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let h=!1;h=e.isWebGLRenderer===!0?e.state.buffers.depth.getReversed():e.reversedDepthBuffer,e.setRenderTarget(n,0,r),h&&e.autoClear===!1&&e.clearDepth(),e.render(t,i),e.setRenderTarget(n,1,r),h&&e.autoClear===!1&&e.clearDepth(),e.render(t,a),e.setRenderTarget(n,2,r),h&&e.autoClear===!1&&e.clearDepth(),e.render(t,o),e.setRenderTarget(n,3,r),h&&e.autoClear===!1&&e.clearDepth(),e.render(t,s),e.setRenderTarget(n,4,r),h&&e.autoClear===!1&&e.clearDepth(),e.render(t,c),n.texture.mipmapsAutoUpdate=m,e.setRenderTarget(n,5,r),h&&e.autoClear===!1&&e.clearDepth(),e.render(t,l),e.setRenderTarget(u,d,f),e.xr.enabled=p,n.texture.needsPMREMUpdate=!0}},ro=class extends Qa{constructor(e=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=e,this.perCameraFrustumCulled=!1}},io=`\\[\\]\\.:\\/`,ao=RegExp(`[\\[\\]\\.:\\/]`,`g`),oo=`[^\\[\\]\\.:\\/]`,so=`[^`+io.replace(`\\.`,``)+`]`,co=`((?:WC+[\\/:])*)`.replace(`WC`,oo),lo=`(WCOD+)?`.replace(`WCOD`,so),uo=`(?:\\.(WC+)(?:\\[(.+)\\])?)?`.replace(`WC`,oo),fo=`\\.(WC+)(?:\\[(.+)\\])?`.replace(`WC`,oo),po=RegExp(`^`+co+lo+uo+fo+`$`),mo=[`material`,`materials`,`bones`,`map`],ho=class{constructor(e,t,n){let r=n||go.parseTrackName(t);this._targetGroup=e,this._bindings=e.subscribe_(t,r)}getValue(e,t){this.bind();let n=this._targetGroup.nCachedObjects_,r=this._bindings[n];r!==void 0&&r.getValue(e,t)}setValue(e,t){let n=this._bindings;for(let r=this._targetGroup.nCachedObjects_,i=n.length;r!==i;++r)n[r].setValue(e,t)}bind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].bind()}unbind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].unbind()}},go=class e{constructor(t,n,r){this.path=n,this.parsedPath=r||e.parseTrackName(n),this.node=e.findNode(t,this.parsedPath.nodeName),this.rootNode=t,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(t,n,r){return t&&t.isAnimationObjectGroup?new e.Composite(t,n,r):new e(t,n,r)}static sanitizeNodeName(e){return e.replace(/\s/g,`_`).replace(ao,``)}static parseTrackName(e){let t=po.exec(e);if(t===null)throw Error(`THREE.PropertyBinding: Cannot parse trackName: `+e);let n={nodeName:t[2],objectName:t[3],objectIndex:t[4],propertyName:t[5],propertyIndex:t[6]},r=n.nodeName&&n.nodeName.lastIndexOf(`.`);if(r!==void 0&&r!==-1){let e=n.nodeName.substring(r+1);mo.indexOf(e)!==-1&&(n.nodeName=n.nodeName.substring(0,r),n.objectName=e)}if(n.propertyName===null||n.propertyName.length===0)throw Error(`THREE.PropertyBinding: can not parse propertyName from trackName: `+e);return n}static findNode(e,t){if(t===void 0||t===``||t===`.`||t===-1||t===e.name||t===e.uuid)return e;if(e.skeleton){let n=e.skeleton.getBoneByName(t);if(n!==void 0)return n}if(e.children){let n=function(e){for(let r=0;r<e.length;r++){let i=e[r];if(i.name===t||i.uuid===t)return i;let a=n(i.children);if(a)return a}return null},r=n(e.children);if(r)return r}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(e,t){e[t]=this.targetObject[this.propertyName]}_getValue_array(e,t){let n=this.resolvedProperty;for(let r=0,i=n.length;r!==i;++r)e[t++]=n[r]}_getValue_arrayElement(e,t){e[t]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(e,t){this.resolvedProperty.toArray(e,t)}_setValue_direct(e,t){this.targetObject[this.propertyName]=e[t]}_setValue_direct_setNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(e,t){let n=this.resolvedProperty;for(let r=0,i=n.length;r!==i;++r)n[r]=e[t++]}_setValue_array_setNeedsUpdate(e,t){let n=this.resolvedProperty;for(let r=0,i=n.length;r!==i;++r)n[r]=e[t++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(e,t){let n=this.resolvedProperty;for(let r=0,i=n.length;r!==i;++r)n[r]=e[t++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(e,t){this.resolvedProperty[this.propertyIndex]=e[t]}_setValue_arrayElement_setNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(e,t){this.resolvedProperty.fromArray(e,t)}_setValue_fromArray_setNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(e,t){this.bind(),this.getValue(e,t)}_setValue_unbound(e,t){this.bind(),this.setValue(e,t)}bind(){let t=this.node,n=this.parsedPath,r=n.objectName,i=n.propertyName,a=n.propertyIndex;if(t||(t=e.findNode(this.rootNode,n.nodeName),this.node=t),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!t){W(`PropertyBinding: No target node found for track: `+this.path+`.`);return}if(r){let e=n.objectIndex;switch(r){case`materials`:if(!t.material){G(`PropertyBinding: Can not bind to material as node does not have a material.`,this);return}if(!t.material.materials){G(`PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.`,this);return}t=t.material.materials;break;case`bones`:if(!t.skeleton){G(`PropertyBinding: Can not bind to bones as node does not have a skeleton.`,this);return}t=t.skeleton.bones;for(let n=0;n<t.length;n++)if(t[n].name===e){e=n;break}break;case`map`:if(`map`in t){t=t.map;break}if(!t.material){G(`PropertyBinding: Can not bind to material as node does not have a material.`,this);return}if(!t.material.map){G(`PropertyBinding: Can not bind to material.map as node.material does not have a map.`,this);return}t=t.material.map;break;default:if(t[r]===void 0){G(`PropertyBinding: Can not bind to objectName of node undefined.`,this);return}t=t[r]}if(e!==void 0){if(t[e]===void 0){G(`PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.`,this,t);return}t=t[e]}}let o=t[i];if(o===void 0){let e=n.nodeName;G(`PropertyBinding: Trying to update property for track: `+e+`.`+i+` but it wasn't found.`,t);return}let s=this.Versioning.None;this.targetObject=t,t.isMaterial===!0?s=this.Versioning.NeedsUpdate:t.isObject3D===!0&&(s=this.Versioning.MatrixWorldNeedsUpdate);let c=this.BindingType.Direct;if(a!==void 0){if(i===`morphTargetInfluences`){if(!t.geometry){G(`PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.`,this);return}if(!t.geometry.morphAttributes){G(`PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.`,this);return}t.morphTargetDictionary[a]!==void 0&&(a=t.morphTargetDictionary[a])}c=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=a}else o.fromArray!==void 0&&o.toArray!==void 0?(c=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(c=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=i;this.getValue=this.GetterByBindingType[c],this.setValue=this.SetterByBindingTypeAndVersioning[c][s]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};go.Composite=ho,go.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3},go.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2},go.prototype.GetterByBindingType=[go.prototype._getValue_direct,go.prototype._getValue_array,go.prototype._getValue_arrayElement,go.prototype._getValue_toArray],go.prototype.SetterByBindingTypeAndVersioning=[[go.prototype._setValue_direct,go.prototype._setValue_direct_setNeedsUpdate,go.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[go.prototype._setValue_array,go.prototype._setValue_array_setNeedsUpdate,go.prototype._setValue_array_setMatrixWorldNeedsUpdate],[go.prototype._setValue_arrayElement,go.prototype._setValue_arrayElement_setNeedsUpdate,go.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[go.prototype._setValue_fromArray,go.prototype._setValue_fromArray_setNeedsUpdate,go.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]],class{static{this.prototype.isMatrix2=!0}constructor(e,t,n,r){this.elements=[1,0,0,1],e!==void 0&&this.set(e,t,n,r)}identity(){return this.set(1,0,0,1),this}fromArray(e,t=0){for(let n=0;n<4;n++)this.elements[n]=e[n+t];return this}set(e,t,n,r){let i=this.elements;return i[0]=e,i[2]=t,i[1]=n,i[3]=r,this}};function _o(e,t,n,r){let i=vo(r);switch(n){case Ne:return e*t;case Re:return e*t/i.components*i.byteLength;case ze:return e*t/i.components*i.byteLength;case Be:return e*t*2/i.components*i.byteLength;case Ve:return e*t*2/i.components*i.byteLength;case Pe:return e*t*3/i.components*i.byteLength;case Fe:return e*t*4/i.components*i.byteLength;case He:return e*t*4/i.components*i.byteLength;case Ue:case We:return Math.floor((e+3)/4)*Math.floor((t+3)/4)*8;case Ge:case Ke:return Math.floor((e+3)/4)*Math.floor((t+3)/4)*16;case Je:case Xe:return Math.max(e,16)*Math.max(t,8)/4;case qe:case Ye:return Math.max(e,8)*Math.max(t,8)/2;case Ze:case Qe:case et:case tt:return Math.floor((e+3)/4)*Math.floor((t+3)/4)*8;case $e:case nt:case rt:return Math.floor((e+3)/4)*Math.floor((t+3)/4)*16;case it:return Math.floor((e+3)/4)*Math.floor((t+3)/4)*16;case at:return Math.floor((e+4)/5)*Math.floor((t+3)/4)*16;case ot:return Math.floor((e+4)/5)*Math.floor((t+4)/5)*16;case st:return Math.floor((e+5)/6)*Math.floor((t+4)/5)*16;case ct:return Math.floor((e+5)/6)*Math.floor((t+5)/6)*16;case lt:return Math.floor((e+7)/8)*Math.floor((t+4)/5)*16;case ut:return Math.floor((e+7)/8)*Math.floor((t+5)/6)*16;case dt:return Math.floor((e+7)/8)*Math.floor((t+7)/8)*16;case ft:return Math.floor((e+9)/10)*Math.floor((t+4)/5)*16;case pt:return Math.floor((e+9)/10)*Math.floor((t+5)/6)*16;case mt:return Math.floor((e+9)/10)*Math.floor((t+7)/8)*16;case ht:return Math.floor((e+9)/10)*Math.floor((t+9)/10)*16;case gt:return Math.floor((e+11)/12)*Math.floor((t+9)/10)*16;case _t:return Math.floor((e+11)/12)*Math.floor((t+11)/12)*16;case vt:case yt:case bt:return Math.ceil(e/4)*Math.ceil(t/4)*16;case xt:case St:return Math.ceil(e/4)*Math.ceil(t/4)*8;case Ct:case wt:return Math.ceil(e/4)*Math.ceil(t/4)*16}throw Error(`Unable to determine texture byte length for ${n} format.`)}function vo(e){switch(e){case Ce:case V:return{byteLength:1,components:1};case Te:case we:case De:return{byteLength:2,components:1};case Oe:case ke:return{byteLength:2,components:4};case Ee:case H:case U:return{byteLength:4,components:1};case je:case Me:return{byteLength:4,components:3}}throw Error(`THREE.TextureUtils: Unknown texture type ${e}.`)}typeof __THREE_DEVTOOLS__<`u`&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent(`register`,{detail:{revision:`187`}})),typeof window<`u`&&(window.__THREE__?W(`WARNING: Multiple instances of Three.js being imported.`):window.__THREE__=`187`);function yo(){let e=null,t=!1,n=null,r=null;function i(t,a){r=e.requestAnimationFrame(i),n(t,a)}return{start:function(){t!==!0&&n!==null&&e!==null&&(r=e.requestAnimationFrame(i),t=!0)},stop:function(){e!==null&&e.cancelAnimationFrame(r),t=!1},setAnimationLoop:function(e){n=e},setContext:function(t){e=t}}}function bo(e){let t=new WeakMap;function n(t,n){let r=t.array,i=t.usage,a=r.byteLength,o=e.createBuffer();e.bindBuffer(n,o),e.bufferData(n,r,i),t.onUploadCallback();let s;if(r instanceof Float32Array)s=e.FLOAT;else if(typeof Float16Array<`u`&&r instanceof Float16Array)s=e.HALF_FLOAT;else if(r instanceof Uint16Array)s=t.isFloat16BufferAttribute?e.HALF_FLOAT:e.UNSIGNED_SHORT;else if(r instanceof Int16Array)s=e.SHORT;else if(r instanceof Uint32Array)s=e.UNSIGNED_INT;else if(r instanceof Int32Array)s=e.INT;else if(r instanceof Int8Array)s=e.BYTE;else if(r instanceof Uint8Array)s=e.UNSIGNED_BYTE;else if(r instanceof Uint8ClampedArray)s=e.UNSIGNED_BYTE;else throw Error(`THREE.WebGLAttributes: Unsupported buffer data format: `+r);return{buffer:o,type:s,bytesPerElement:r.BYTES_PER_ELEMENT,version:t.version,size:a}}function r(t,n,r){let i=n.array,a=n.updateRanges;if(e.bindBuffer(r,t),a.length===0)e.bufferSubData(r,0,i);else{a.sort((e,t)=>e.start-t.start);let t=0;for(let e=1;e<a.length;e++){let n=a[t],r=a[e];r.start<=n.start+n.count+1?n.count=Math.max(n.count,r.start+r.count-n.start):(++t,a[t]=r)}a.length=t+1;for(let t=0,n=a.length;t<n;t++){let n=a[t];e.bufferSubData(r,n.start*i.BYTES_PER_ELEMENT,i,n.start,n.count)}n.clearUpdateRanges()}n.onUploadCallback()}function i(e){return e.isInterleavedBufferAttribute&&(e=e.data),t.get(e)}function a(n){n.isInterleavedBufferAttribute&&(n=n.data);let r=t.get(n);r&&(e.deleteBuffer(r.buffer),t.delete(n))}function o(e,i){if(e.isInterleavedBufferAttribute&&(e=e.data),e.isGLBufferAttribute){let n=t.get(e);(!n||n.version<e.version)&&t.set(e,{buffer:e.buffer,type:e.type,bytesPerElement:e.elementSize,version:e.version});return}let a=t.get(e);if(a===void 0)t.set(e,n(e,i));else if(a.version<e.version){if(a.size!==e.array.byteLength)throw Error(`THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.`);r(a.buffer,e,i),a.version=e.version}}return{get:i,remove:a,update:o}}var Q={alphahash_fragment:`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,alphahash_pars_fragment:`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,alphamap_fragment:`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,alphamap_pars_fragment:`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,alphatest_fragment:`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,alphatest_pars_fragment:`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,aomap_fragment:`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,aomap_pars_fragment:`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,batching_pars_vertex:`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,batching_vertex:`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,begin_vertex:`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,beginnormal_vertex:`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,bsdfs:`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,iridescence_fragment:`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,bumpmap_pars_fragment:`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,clipping_planes_fragment:`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,clipping_planes_pars_fragment:`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,clipping_planes_pars_vertex:`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,clipping_planes_vertex:`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,color_fragment:`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,color_pars_fragment:`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,color_pars_vertex:`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,color_vertex:`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,common:`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,defaultnormal_vertex:`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,displacementmap_pars_vertex:`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,displacementmap_vertex:`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,emissivemap_fragment:`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,emissivemap_pars_fragment:`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,colorspace_fragment:`gl_FragColor = linearToOutputTexel( gl_FragColor );`,colorspace_pars_fragment:`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,envmap_fragment:`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,envmap_common_pars_fragment:`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,envmap_pars_fragment:`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,envmap_pars_vertex:`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,envmap_physical_pars_fragment:`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,envmap_vertex:`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,fog_vertex:`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,fog_pars_vertex:`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,fog_fragment:`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,fog_pars_fragment:`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,gradientmap_pars_fragment:`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,lightmap_pars_fragment:`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,lights_lambert_fragment:`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,lights_lambert_pars_fragment:`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,lights_pars_begin:`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,lights_toon_fragment:`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,lights_toon_pars_fragment:`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,lights_phong_fragment:`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,lights_phong_pars_fragment:`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,lights_physical_fragment:`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,lights_physical_pars_fragment:`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,lights_fragment_begin:`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,lights_fragment_maps:`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,lights_fragment_end:`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,lightprobes_pars_fragment:`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,logdepthbuf_fragment:`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,logdepthbuf_pars_fragment:`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,logdepthbuf_pars_vertex:`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,logdepthbuf_vertex:`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,map_fragment:`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,map_pars_fragment:`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,map_particle_fragment:`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,map_particle_pars_fragment:`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,metalnessmap_fragment:`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,metalnessmap_pars_fragment:`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,morphinstance_vertex:`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,morphcolor_vertex:`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,morphnormal_vertex:`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,morphtarget_pars_vertex:`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,morphtarget_vertex:`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,normal_fragment_begin:`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,normal_fragment_maps:`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,normal_pars_fragment:`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,normal_pars_vertex:`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,normal_vertex:`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,normalmap_pars_fragment:`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,clearcoat_normal_fragment_begin:`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,clearcoat_normal_fragment_maps:`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,clearcoat_pars_fragment:`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,iridescence_pars_fragment:`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,opaque_fragment:`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,packing:`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,premultiplied_alpha_fragment:`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,project_vertex:`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,dithering_fragment:`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,dithering_pars_fragment:`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,roughnessmap_fragment:`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,roughnessmap_pars_fragment:`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,shadowmap_pars_fragment:`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,shadowmap_pars_vertex:`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,shadowmap_vertex:`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,shadowmask_pars_fragment:`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,skinbase_vertex:`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,skinning_pars_vertex:`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,skinning_vertex:`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,skinnormal_vertex:`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,specularmap_fragment:`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,specularmap_pars_fragment:`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,tonemapping_fragment:`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,tonemapping_pars_fragment:`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,transmission_fragment:`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,transmission_pars_fragment:`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,uv_pars_fragment:`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,uv_pars_vertex:`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,uv_vertex:`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,worldpos_vertex:`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,background_vert:`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,background_frag:`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,backgroundCube_vert:`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,backgroundCube_frag:`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,cube_vert:`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,cube_frag:`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,depth_vert:`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,depth_frag:`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,distance_vert:`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,distance_frag:`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,equirect_vert:`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,equirect_frag:`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,linedashed_vert:`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,linedashed_frag:`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,meshbasic_vert:`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,meshbasic_frag:`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,meshlambert_vert:`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,meshlambert_frag:`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,meshmatcap_vert:`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,meshmatcap_frag:`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,meshnormal_vert:`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,meshnormal_frag:`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,meshphong_vert:`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,meshphong_frag:`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,meshphysical_vert:`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,meshphysical_frag:`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,meshtoon_vert:`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,meshtoon_frag:`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,points_vert:`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,points_frag:`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,shadow_vert:`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,shadow_frag:`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,sprite_vert:`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,sprite_frag:`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`},$={common:{diffuse:{value:new Z(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new Y},alphaMap:{value:null},alphaMapTransform:{value:new Y},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new Y}},envmap:{envMap:{value:null},envMapRotation:{value:new Y},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new Y}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new Y}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new Y},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new Y},normalScale:{value:new q(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new Y},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new Y}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new Y}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new Y}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new Z(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new Z(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new Y},alphaTest:{value:0},uvTransform:{value:new Y}},sprite:{diffuse:{value:new Z(16777215)},opacity:{value:1},center:{value:new q(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new Y},alphaMap:{value:null},alphaMapTransform:{value:new Y},alphaTest:{value:0}}},xo={basic:{uniforms:ma([$.common,$.specularmap,$.envmap,$.aomap,$.lightmap,$.fog]),vertexShader:Q.meshbasic_vert,fragmentShader:Q.meshbasic_frag},lambert:{uniforms:ma([$.common,$.specularmap,$.envmap,$.aomap,$.lightmap,$.emissivemap,$.bumpmap,$.normalmap,$.displacementmap,$.fog,$.lights,{emissive:{value:new Z(0)},envMapIntensity:{value:1}}]),vertexShader:Q.meshlambert_vert,fragmentShader:Q.meshlambert_frag},phong:{uniforms:ma([$.common,$.specularmap,$.envmap,$.aomap,$.lightmap,$.emissivemap,$.bumpmap,$.normalmap,$.displacementmap,$.fog,$.lights,{emissive:{value:new Z(0)},specular:{value:new Z(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:Q.meshphong_vert,fragmentShader:Q.meshphong_frag},standard:{uniforms:ma([$.common,$.envmap,$.aomap,$.lightmap,$.emissivemap,$.bumpmap,$.normalmap,$.displacementmap,$.roughnessmap,$.metalnessmap,$.fog,$.lights,{emissive:{value:new Z(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:Q.meshphysical_vert,fragmentShader:Q.meshphysical_frag},toon:{uniforms:ma([$.common,$.aomap,$.lightmap,$.emissivemap,$.bumpmap,$.normalmap,$.displacementmap,$.gradientmap,$.fog,$.lights,{emissive:{value:new Z(0)}}]),vertexShader:Q.meshtoon_vert,fragmentShader:Q.meshtoon_frag},matcap:{uniforms:ma([$.common,$.bumpmap,$.normalmap,$.displacementmap,$.fog,{matcap:{value:null}}]),vertexShader:Q.meshmatcap_vert,fragmentShader:Q.meshmatcap_frag},points:{uniforms:ma([$.points,$.fog]),vertexShader:Q.points_vert,fragmentShader:Q.points_frag},dashed:{uniforms:ma([$.common,$.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:Q.linedashed_vert,fragmentShader:Q.linedashed_frag},depth:{uniforms:ma([$.common,$.displacementmap]),vertexShader:Q.depth_vert,fragmentShader:Q.depth_frag},normal:{uniforms:ma([$.common,$.bumpmap,$.normalmap,$.displacementmap,{opacity:{value:1}}]),vertexShader:Q.meshnormal_vert,fragmentShader:Q.meshnormal_frag},sprite:{uniforms:ma([$.sprite,$.fog]),vertexShader:Q.sprite_vert,fragmentShader:Q.sprite_frag},background:{uniforms:{uvTransform:{value:new Y},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:Q.background_vert,fragmentShader:Q.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new Y}},vertexShader:Q.backgroundCube_vert,fragmentShader:Q.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:Q.cube_vert,fragmentShader:Q.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:Q.equirect_vert,fragmentShader:Q.equirect_frag},distance:{uniforms:ma([$.common,$.displacementmap,{referencePosition:{value:new J},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:Q.distance_vert,fragmentShader:Q.distance_frag},shadow:{uniforms:ma([$.lights,$.fog,{color:{value:new Z(0)},opacity:{value:1}}]),vertexShader:Q.shadow_vert,fragmentShader:Q.shadow_frag}};xo.physical={uniforms:ma([xo.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new Y},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new Y},clearcoatNormalScale:{value:new q(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new Y},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new Y},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new Y},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new Y},sheen:{value:0},sheenColor:{value:new Z(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new Y},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new Y},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new Y},transmissionSamplerSize:{value:new q},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new Y},attenuationDistance:{value:0},attenuationColor:{value:new Z(0)},specularColor:{value:new Z(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new Y},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new Y},anisotropyVector:{value:new q},anisotropyMap:{value:null},anisotropyMapTransform:{value:new Y}}]),vertexShader:Q.meshphysical_vert,fragmentShader:Q.meshphysical_frag};var So={r:0,b:0,g:0},Co=new jn,wo=new Y;wo.set(-1,0,0,0,1,0,0,0,1);function To(e,t,n,r,i,a){let o=new Z(0),s=i===!0?0:1,c,l,u=null,d=0,f=null;function p(e){let n=e.isScene===!0?e.background:null;if(n&&n.isTexture){let r=e.backgroundBlurriness>0;n=t.get(n,r)}return n}function m(t){let r=!1,i=p(t);i===null?g(o,s):i&&i.isColor&&(g(i,1),r=!0);let c=e.xr.getEnvironmentBlendMode();c===`additive`?n.buffers.color.setClear(0,0,0,1,a):c===`alpha-blend`&&n.buffers.color.setClear(0,0,0,0,a),(e.autoClear||r)&&(n.buffers.depth.setTest(!0),n.buffers.depth.setMask(!0),n.buffers.color.setMask(!0),e.clear(e.autoClearColor,e.autoClearDepth,e.autoClearStencil))}function h(t,n){let i=p(n);i&&i.isCubeTexture?(l===void 0&&(l=new ji(new da(1,1,1),new xa({name:`BackgroundCubeMaterial`,uniforms:pa(xo.backgroundCube.uniforms),vertexShader:xo.backgroundCube.vertexShader,fragmentShader:xo.backgroundCube.fragmentShader,side:1,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute(`normal`),l.geometry.deleteAttribute(`uv`),l.onBeforeRender=function(e,t,n){this.matrixWorld.copyPosition(n.matrixWorld)},Object.defineProperty(l.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),r.update(l)),l.material.uniforms.envMap.value=i,l.material.uniforms.backgroundBlurriness.value=n.backgroundBlurriness,l.material.uniforms.backgroundIntensity.value=n.backgroundIntensity,l.material.uniforms.backgroundRotation.value.setFromMatrix4(Co.makeRotationFromEuler(n.backgroundRotation)).transpose(),i.isRenderTargetTexture===!1&&l.material.uniforms.backgroundRotation.value.premultiply(wo),l.material.toneMapped=X.getTransfer(i.colorSpace)!==It,(u!==i||d!==i.version||f!==e.toneMapping)&&(l.material.needsUpdate=!0,u=i,d=i.version,f=e.toneMapping),l.layers.enableAll(),t.unshift(l,l.geometry,l.material,0,0,null)):i&&i.isTexture&&(c===void 0&&(c=new ji(new fa(2,2),new xa({name:`BackgroundMaterial`,uniforms:pa(xo.background.uniforms),vertexShader:xo.background.vertexShader,fragmentShader:xo.background.fragmentShader,side:0,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute(`normal`),Object.defineProperty(c.material,"map",{get:function(){return this.uniforms.t2D.value}}),r.update(c)),c.material.uniforms.t2D.value=i,c.material.uniforms.backgroundIntensity.value=n.backgroundIntensity,c.material.toneMapped=X.getTransfer(i.colorSpace)!==It,i.matrixAutoUpdate===!0&&i.updateMatrix(),c.material.uniforms.uvTransform.value.copy(i.matrix),(u!==i||d!==i.version||f!==e.toneMapping)&&(c.material.needsUpdate=!0,u=i,d=i.version,f=e.toneMapping),c.layers.enableAll(),t.unshift(c,c.geometry,c.material,0,0,null))}function g(t,r){t.getRGB(So,_a(e)),n.buffers.color.setClear(So.r,So.g,So.b,r,a)}function _(){l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0),c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0)}return{getClearColor:function(){return o},setClearColor:function(e,t=1){o.set(e),s=t,g(o,s)},getClearAlpha:function(){return s},setClearAlpha:function(e){s=e,g(o,s)},render:m,addToRenderList:h,dispose:_}}function Eo(e,t){let n=e.getParameter(e.MAX_VERTEX_ATTRIBS),r={},i=f(null),a=i,o=!1;function s(n,r,i,s,c){let u=!1,f=d(n,s,i,r);a!==f&&(a=f,l(a.object)),u=p(n,s,i,c),u&&m(n,s,i,c),c!==null&&t.update(c,e.ELEMENT_ARRAY_BUFFER),(u||o)&&(o=!1,b(n,r,i,s),c!==null&&e.bindBuffer(e.ELEMENT_ARRAY_BUFFER,t.get(c).buffer))}function c(){return e.createVertexArray()}function l(t){return e.bindVertexArray(t)}function u(t){return e.deleteVertexArray(t)}function d(e,t,n,i){let a=i.wireframe===!0,o=r[t.id];o===void 0&&(o={},r[t.id]=o);let s=e.isInstancedMesh===!0?e.id:0,l=o[s];l===void 0&&(l={},o[s]=l);let u=l[n.id];u===void 0&&(u={},l[n.id]=u);let d=u[a];return d===void 0&&(d=f(c()),u[a]=d),d}function f(e){let t=[],r=[],i=[];for(let e=0;e<n;e++)t[e]=0,r[e]=0,i[e]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:t,enabledAttributes:r,attributeDivisors:i,object:e,attributes:{},index:null}}function p(e,t,n,r){let i=a.attributes,o=t.attributes,s=0,c=n.getAttributes();for(let t in c)if(c[t].location>=0){let n=i[t],r=o[t];if(r===void 0&&(t===`instanceMatrix`&&e.instanceMatrix&&(r=e.instanceMatrix),t===`instanceColor`&&e.instanceColor&&(r=e.instanceColor)),n===void 0||n.attribute!==r||r&&n.data!==r.data)return!0;s++}return a.attributesNum!==s||a.index!==r}function m(e,t,n,r){let i={},o=t.attributes,s=0,c=n.getAttributes();for(let t in c)if(c[t].location>=0){let n=o[t];n===void 0&&(t===`instanceMatrix`&&e.instanceMatrix&&(n=e.instanceMatrix),t===`instanceColor`&&e.instanceColor&&(n=e.instanceColor));let r={};r.attribute=n,n&&n.data&&(r.data=n.data),i[t]=r,s++}a.attributes=i,a.attributesNum=s,a.index=r}function h(){let e=a.newAttributes;for(let t=0,n=e.length;t<n;t++)e[t]=0}function g(e){_(e,0)}function _(t,n){let r=a.newAttributes,i=a.enabledAttributes,o=a.attributeDivisors;r[t]=1,i[t]===0&&(e.enableVertexAttribArray(t),i[t]=1),o[t]!==n&&(e.vertexAttribDivisor(t,n),o[t]=n)}function v(){let t=a.newAttributes,n=a.enabledAttributes;for(let r=0,i=n.length;r<i;r++)n[r]!==t[r]&&(e.disableVertexAttribArray(r),n[r]=0)}function y(t,n,r,i,a,o,s){s===!0?e.vertexAttribIPointer(t,n,r,a,o):e.vertexAttribPointer(t,n,r,i,a,o)}function b(n,r,i,a){h();let o=a.attributes,s=i.getAttributes(),c=r.defaultAttributeValues;for(let r in s){let i=s[r];if(i.location>=0){let s=o[r];if(s===void 0&&(r===`instanceMatrix`&&n.instanceMatrix&&(s=n.instanceMatrix),r===`instanceColor`&&n.instanceColor&&(s=n.instanceColor)),s!==void 0){let r=s.normalized,o=s.itemSize,c=t.get(s);if(c===void 0)continue;let l=c.buffer,u=c.type,d=c.bytesPerElement,f=u===e.INT||u===e.UNSIGNED_INT||s.gpuType===1013;if(s.isInterleavedBufferAttribute){let t=s.data,c=t.isInterleavedBuffer===!0?t.stride:t.itemSize,p=s.offset;if(t.isInstancedInterleavedBuffer||t.isInstancedBufferAttribute){for(let e=0;e<i.locationSize;e++)_(i.location+e,t.meshPerAttribute);n.isInstancedMesh!==!0&&a._maxInstanceCount===void 0&&(a._maxInstanceCount=t.meshPerAttribute*t.count)}else for(let e=0;e<i.locationSize;e++)g(i.location+e);e.bindBuffer(e.ARRAY_BUFFER,l);for(let e=0;e<i.locationSize;e++)y(i.location+e,o/i.locationSize,u,r,c*d,(p+o/i.locationSize*e)*d,f)}else{if(s.isInstancedBufferAttribute){for(let e=0;e<i.locationSize;e++)_(i.location+e,s.meshPerAttribute);n.isInstancedMesh!==!0&&a._maxInstanceCount===void 0&&(a._maxInstanceCount=s.meshPerAttribute*s.count)}else for(let e=0;e<i.locationSize;e++)g(i.location+e);e.bindBuffer(e.ARRAY_BUFFER,l);for(let e=0;e<i.locationSize;e++)y(i.location+e,o/i.locationSize,u,r,o*d,o/i.locationSize*e*d,f)}}else if(c!==void 0){let t=c[r];if(t!==void 0)switch(t.length){case 2:e.vertexAttrib2fv(i.location,t);break;case 3:e.vertexAttrib3fv(i.location,t);break;case 4:e.vertexAttrib4fv(i.location,t);break;default:e.vertexAttrib1fv(i.location,t)}}}}v()}function x(){T();for(let e in r){let t=r[e];for(let e in t){let n=t[e];for(let e in n){let t=n[e];for(let e in t)u(t[e].object),delete t[e];delete n[e]}}delete r[e]}}function S(e){if(r[e.id]===void 0)return;let t=r[e.id];for(let e in t){let n=t[e];for(let e in n){let t=n[e];for(let e in t)u(t[e].object),delete t[e];delete n[e]}}delete r[e.id]}function C(e){for(let t in r){let n=r[t];for(let t in n){let r=n[t];if(r[e.id]===void 0)continue;let i=r[e.id];for(let e in i)u(i[e].object),delete i[e];delete r[e.id]}}}function w(e){for(let t in r){let n=r[t],i=e.isInstancedMesh===!0?e.id:0,a=n[i];if(a!==void 0){for(let e in a){let t=a[e];for(let e in t)u(t[e].object),delete t[e];delete a[e]}delete n[i],Object.keys(n).length===0&&delete r[t]}}}function T(){E(),o=!0,a!==i&&(a=i,l(a.object))}function E(){i.geometry=null,i.program=null,i.wireframe=!1}return{setup:s,reset:T,resetDefaultState:E,dispose:x,releaseStatesOfGeometry:S,releaseStatesOfObject:w,releaseStatesOfProgram:C,initAttributes:h,enableAttribute:g,disableUnusedAttributes:v}}function Do(e,t,n){let r;function i(e){r=e}function a(t,i){e.drawArrays(r,t,i),n.update(i,r,1)}function o(t,i,a){a!==0&&(e.drawArraysInstanced(r,t,i,a),n.update(i,r,a))}function s(e,i,a){if(a===0)return;t.get(`WEBGL_multi_draw`).multiDrawArraysWEBGL(r,e,0,i,0,a);let o=0;for(let e=0;e<a;e++)o+=i[e];n.update(o,r,1)}this.setMode=i,this.render=a,this.renderInstances=o,this.renderMultiDraw=s}function Oo(e,t,n,r){let i;function a(){if(i!==void 0)return i;if(t.has(`EXT_texture_filter_anisotropic`)===!0){let n=t.get(`EXT_texture_filter_anisotropic`);i=e.getParameter(n.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else i=0;return i}function o(t){return t===1023||r.convert(t)===e.getParameter(e.IMPLEMENTATION_COLOR_READ_FORMAT)}function s(n){let i=n===1016&&(t.has(`EXT_color_buffer_half_float`)||t.has(`EXT_color_buffer_float`));return!(n!==1009&&n!==1015&&!i&&r.convert(n)!==e.getParameter(e.IMPLEMENTATION_COLOR_READ_TYPE))}function c(t){if(t===`highp`){if(e.getShaderPrecisionFormat(e.VERTEX_SHADER,e.HIGH_FLOAT).precision>0&&e.getShaderPrecisionFormat(e.FRAGMENT_SHADER,e.HIGH_FLOAT).precision>0)return`highp`;t=`mediump`}return t===`mediump`&&e.getShaderPrecisionFormat(e.VERTEX_SHADER,e.MEDIUM_FLOAT).precision>0&&e.getShaderPrecisionFormat(e.FRAGMENT_SHADER,e.MEDIUM_FLOAT).precision>0?`mediump`:`lowp`}let l=n.precision===void 0?`highp`:n.precision,u=c(l);u!==l&&(W(`WebGLRenderer:`,l,`not supported, using`,u,`instead.`),l=u);let d=n.reversedDepthBuffer===!0&&t.has(`EXT_clip_control`),f=n.logarithmicDepthBuffer===!0&&d===!1;n.reversedDepthBuffer===!0&&d===!1&&W(`WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer.`),n.logarithmicDepthBuffer===!0&&d===!0&&W(`WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.`);let p=e.getParameter(e.MAX_TEXTURE_IMAGE_UNITS),m=e.getParameter(e.MAX_VERTEX_TEXTURE_IMAGE_UNITS),h=e.getParameter(e.MAX_TEXTURE_SIZE),g=e.getParameter(e.MAX_CUBE_MAP_TEXTURE_SIZE),_=e.getParameter(e.MAX_VERTEX_ATTRIBS),v=e.getParameter(e.MAX_VERTEX_UNIFORM_VECTORS),y=e.getParameter(e.MAX_VARYING_VECTORS),b=e.getParameter(e.MAX_FRAGMENT_UNIFORM_VECTORS),x=e.getParameter(e.MAX_SAMPLES),S=e.getParameter(e.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:a,getMaxPrecision:c,textureFormatReadable:o,textureTypeReadable:s,precision:l,logarithmicDepthBuffer:f,reversedDepthBuffer:d,maxTextures:p,maxVertexTextures:m,maxTextureSize:h,maxCubemapSize:g,maxAttributes:_,maxVertexUniforms:v,maxVaryings:y,maxFragmentUniforms:b,maxSamples:x,samples:S}}function ko(e){let t=this,n=null,r=0,i=!1,a=!1,o=new di,s=new Y,c={value:null,needsUpdate:!1};this.uniform=c,this.numPlanes=0,this.numIntersection=0,this.init=function(e,t){let n=e.length!==0||t||r!==0||i;return i=t,r=e.length,n},this.beginShadows=function(){a=!0,u(null)},this.endShadows=function(){a=!1},this.setGlobalState=function(e,t){n=u(e,t,0)},this.setState=function(t,o,s){let d=t.clippingPlanes,f=t.clipIntersection,p=t.clipShadows,m=e.get(t);if(!i||d===null||d.length===0||a&&!p)a?u(null):l();else{let e=a?0:r,t=e*4,i=m.clippingState||null;c.value=i,i=u(d,o,t,s);for(let e=0;e!==t;++e)i[e]=n[e];m.clippingState=i,this.numIntersection=f?this.numPlanes:0,this.numPlanes+=e}};function l(){c.value!==n&&(c.value=n,c.needsUpdate=r>0),t.numPlanes=r,t.numIntersection=0}function u(e,n,r,i){let a=e===null?0:e.length,l=null;if(a!==0){if(l=c.value,i!==!0||l===null){let t=r+a*4,i=n.matrixWorldInverse;s.getNormalMatrix(i),(l===null||l.length<t)&&(l=new Float32Array(t));for(let t=0,n=r;t!==a;++t,n+=4)o.copy(e[t]).applyMatrix4(i,s),o.normal.toArray(l,n),l[n+3]=o.constant}c.value=l,c.needsUpdate=!0}return t.numPlanes=a,t.numIntersection=0,l}}var Ao=class extends On{constructor(e=1,t={}){super(e,e,t),this.isWebGLCubeRenderTarget=!0;let n={width:e,height:e,depth:1},r=[n,n,n,n,n,n];this.texture=new sa(r),this._setTextureOptions(t),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(e,t){this.texture.type=t.type,this.texture.colorSpace=t.colorSpace,this.texture.generateMipmaps=t.generateMipmaps,this.texture.minFilter=t.minFilter,this.texture.magFilter=t.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},r=new da(5,5,5),i=new xa({name:`CubemapFromEquirect`,uniforms:pa(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:1,blending:0});i.uniforms.tEquirect.value=t;let a=new ji(r,i),o=t.minFilter;return t.minFilter===1008&&(t.minFilter=B),new no(1,10,this).update(e,a),t.minFilter=o,a.geometry.dispose(),a.material.dispose(),this}clear(e,t=!0,n=!0,r=!0){let i=e.getRenderTarget();for(let i=0;i<6;i++)e.setRenderTarget(this,i),e.clear(t,n,r);e.setRenderTarget(i)}},jo=256,Mo=3,No=20,Po=256,Fo=16,Io=3,Lo=new J,Ro=new Z,zo=class e{constructor(e){this._renderer=e,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new no(1,10,null),this._boxMesh=new ji(new da(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(e,t=0,n=.1,r=100,i={}){let{size:a=256,position:o=Lo}=i,s=this._renderer;this._setSize(a);let c=this._allocateTarget(),l=this._getSourceTarget(!0);t>0&&(l.texture.mipmapsAutoUpdate=!1);let u=s.autoClear,d=s.autoClearColor,f=s.autoClearDepth,p=s.autoClearStencil,m=e.background;s.autoClear=!0,s.autoClearColor=!0,s.autoClearDepth=!0,s.autoClearStencil=!0,m===null&&(e.background=s.getClearColor(Ro));let h=new no(n,r,l);return h.position.copy(o),h.update(s,e),s.autoClear=u,s.autoClearColor=d,s.autoClearDepth=f,s.autoClearStencil=p,e.background=m,t>0&&(l.texture.mipmapsAutoUpdate=!0,this._blur(c,t)),this._applyPMREM(c),c}fromEquirectangular(e,t=null){return this._fromTexture(e,t)}fromCubemap(e,t=null){return this._fromTexture(e,t)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=Ko(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=Go(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(e,t){return t>0?1-Math.sqrt(1-e/t):0}_setSize(e){this._cubeSize=Math.max(jo,an(e))}_fromTexture(e,t){e.mapping===301||e.mapping===302?this._setSize(e.image.length===0?jo:e.image[0].width||e.image[0].image.width):this._setSize(e.image.width/4);let n=t||this._allocateTarget();return this._textureToCubemap(e),this._applyPMREM(n),n}_allocateTarget(){let e=this._cubeSize,t=Bo(e,!1,!1),n=Math.log2(e)-Mo;for(let r=0;r<=n;r++)t.texture.mipmaps.push({width:e>>r,height:e>>r});return t.texture.name=`PMREM`,t.texture.isPMREMTexture=!0,t}_getSourceTarget(e=!1){let t=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==t||e&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=Bo(t,!0,e)),this._sourceTarget}_compileMaterial(e){this._boxMesh.material=e,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(e,t,n){let r=this._boxMesh,i=this._cubeCamera;r.material=n,i.renderTarget=e,i.activeMipmapLevel=t;let a=e.width>>t;e.viewport.set(0,0,a,a),i.update(this._renderer,r),e.viewport.set(0,0,e.width,e.height)}_textureToCubemap(e){let t;e.mapping===301||e.mapping===302?(this._cubemapMaterial===null&&(this._cubemapMaterial=Ko()),t=this._cubemapMaterial,t.uniforms.flipEnvMap.value=e.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=Go()),t=this._equirectMaterial),t.uniforms.envMap.value=e,this._renderCube(this._getSourceTarget(),0,t)}_applyPMREM(t){this._ggxMaterial===null&&(this._ggxMaterial=Ho(),this._integrationMaterial=Uo());let n=this._cubeSize,r=t.texture.mipmaps.length-1,i=this._ggxMaterial.uniforms;i.envMap.value=this._sourceTarget.texture;let a=this._integrationMaterial.uniforms;a.envMap.value=this._sourceTarget.texture,a.sourceLod.value=Math.log2(n/Fo);for(let o=0;o<=r;o++){let s=e.lodToRoughness(o,r);if(o>r-Io)a.roughness.value=s,this._renderCube(t,o,this._integrationMaterial);else{let e=s>0?Math.log2(n)+.5*Math.log2(6/(Po*s**4))+.5:0;i.roughness.value=s,i.lodBias.value=e,this._renderCube(t,o,this._ggxMaterial)}}}_blur(e,t){this._blurMaterial===null&&(this._blurMaterial=Wo());let n=this._blurMaterial,r=n.uniforms,i=this._sourceTarget;r.sigma.value=Math.min(t,Math.PI)/Math.SQRT2,r.envMap.value=i.texture,this._renderCube(e,0,n),r.envMap.value=e.texture,this._renderCube(i,0,n)}};function Bo(e,t,n){return new Ao(e,{minFilter:Se,generateMipmaps:t,type:De,colorSpace:Pt,depthBuffer:n})}function Vo(e,t,n){return new xa({name:e,uniforms:t,vertexShader:Q.cube_vert,fragmentShader:n,side:1,blending:0,depthTest:!1,depthWrite:!1})}function Ho(){return Vo(`PMREMGGXConvolution`,{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${Po}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function Uo(){return Vo(`PMREMGGXIntegration`,{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:Fo}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function Wo(){return Vo(`PMREMSphericalGaussianBlur`,{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${No}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function Go(){return Vo(`PMREMEquirectangularToCubemap`,{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function Ko(){return Vo(`PMREMCubemapToCubemap`,{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function qo(e){let t=new WeakMap,n=new WeakMap,r=null;function i(e,t=!1){return e==null?null:t?o(e):a(e)}function a(n){if(n&&n.isTexture){let r=n.mapping;if(r===303||r===304){if(t.has(n)){let e=t.get(n).texture;return s(e,n.mapping)}{let r=n.image;if(r&&r.height>0){let i=new Ao(r.height);return i.fromEquirectangularTexture(e,n),t.set(n,i),n.addEventListener(`dispose`,l),s(i.texture,n.mapping)}return null}}}return n}function o(t){if(t&&t.isTexture&&t.isPMREMTexture!==!0){let i=t.mapping,a=i===303||i===304,o=i===301||i===302;if(a||o){let i=n.get(t),s=i===void 0?0:i.texture.pmremVersion;if(t.isRenderTargetTexture&&t.pmremVersion!==s)return r===null&&(r=new zo(e)),i=a?r.fromEquirectangular(t,i):r.fromCubemap(t,i),i.texture.pmremVersion=t.pmremVersion,n.set(t,i),i.texture;if(i!==void 0)return i.texture;{let s=t.image;return a&&s&&s.height>0||o&&s&&c(s)?(r===null&&(r=new zo(e)),i=a?r.fromEquirectangular(t):r.fromCubemap(t),i.texture.pmremVersion=t.pmremVersion,n.set(t,i),t.addEventListener(`dispose`,u),i.texture):null}}}return t}function s(e,t){return t===303?e.mapping=301:t===304&&(e.mapping=302),e}function c(e){let t=0;for(let n=0;n<6;n++)e[n]!==void 0&&t++;return t===6}function l(e){let n=e.target;n.removeEventListener(`dispose`,l);let r=t.get(n);r!==void 0&&(t.delete(n),r.dispose())}function u(e){let t=e.target;t.removeEventListener(`dispose`,u);let r=n.get(t);r!==void 0&&(n.delete(t),r.dispose())}function d(){t=new WeakMap,n=new WeakMap,r!==null&&(r.dispose(),r=null)}return{get:i,dispose:d}}function Jo(e){let t={};function n(n){if(t[n]!==void 0)return t[n];let r=e.getExtension(n);return t[n]=r,r}return{has:function(e){return n(e)!==null},init:function(){n(`EXT_color_buffer_float`),n(`WEBGL_clip_cull_distance`),n(`OES_texture_float_linear`),n(`EXT_color_buffer_half_float`),n(`WEBGL_multisampled_render_to_texture`),n(`WEBGL_render_shared_exponent`)},get:function(e){let t=n(e);return t===null&&Jt(`WebGLRenderer: `+e+` extension not supported.`),t}}}function Yo(e,t,n,r){let i={},a=new WeakMap,o=new FinalizationRegistry(e=>delete i[e]);function s(e){c(e.target)}function c(e){e.index!==null&&t.remove(e.index);for(let n in e.attributes)t.remove(e.attributes[n]);e.removeEventListener(`dispose`,s),delete i[e.id],o.unregister(e);let c=a.get(e);c&&(t.remove(c),a.delete(e)),r.releaseStatesOfGeometry(e),e.isInstancedBufferGeometry===!0&&delete e._maxInstanceCount,n.memory.geometries--}function l(e,t){return i[t.id]===void 0&&(t.addEventListener(`dispose`,s),i[t.id]=new WeakRef(t),o.register(t,t.id,t),n.memory.geometries++),t}function u(n){let r=n.attributes;for(let n in r)t.update(r[n],e.ARRAY_BUFFER)}function d(e){let n=e.index,r=e.attributes.position,i=0;if(r===void 0)return;let o=n===null?r.array.length/3-1:n.array.length,s=new(r.count>=65535?Jr:qr)(Math.ceil(o/3)*6,1),c=s.array;if(n!==null){let e=n.array;i=n.version;for(let t=0,n=0;t<o;t+=3){let r=e[t+0],i=e[t+1],a=e[t+2];c[n++]=r,c[n++]=i,c[n++]=i,c[n++]=a,c[n++]=a,c[n++]=r}}else{i=r.version;for(let e=0,t=0;e<o;e+=3){let n=e+0,r=e+1,i=e+2;c[t++]=n,c[t++]=r,c[t++]=r,c[t++]=i,c[t++]=i,c[t++]=n}}s.version=i;let l=a.get(e);l&&t.remove(l),a.set(e,s)}function f(e){let t=a.get(e);if(t){let n=e.index;n!==null&&t.version<n.version&&d(e)}else d(e);return a.get(e)}function p(){for(let e in i){let t=i[e].deref();t!==void 0&&c(t)}}return{get:l,update:u,getWireframeAttribute:f,dispose:p}}function Xo(e,t,n){let r;function i(e){r=e}let a,o;function s(e){a=e.type,o=e.bytesPerElement}function c(t,i){e.drawElements(r,i,a,t*o),n.update(i,r,1)}function l(t,i,s){s!==0&&(e.drawElementsInstanced(r,i,a,t*o,s),n.update(i,r,s))}function u(e,i,o){if(o===0)return;t.get(`WEBGL_multi_draw`).multiDrawElementsWEBGL(r,i,0,a,e,0,o);let s=0;for(let e=0;e<o;e++)s+=i[e];n.update(s,r,1)}this.setMode=i,this.setIndex=s,this.render=c,this.renderInstances=l,this.renderMultiDraw=u}function Zo(e){let t={geometries:0,textures:0},n={frame:0,calls:0,triangles:0,points:0,lines:0};function r(t,r,i){switch(n.calls++,r){case e.TRIANGLES:n.triangles+=t/3*i;break;case e.LINES:n.lines+=t/2*i;break;case e.LINE_STRIP:n.lines+=i*(t-1);break;case e.LINE_LOOP:n.lines+=i*t;break;case e.POINTS:n.points+=i*t;break;default:G(`WebGLInfo: Unknown draw mode:`,r)}}function i(){n.calls=0,n.triangles=0,n.points=0,n.lines=0}return{memory:t,render:n,programs:null,autoReset:!0,reset:i,update:r}}function Qo(e,t,n){let r=new WeakMap,i=new En;function a(a,o,s){let c=a.morphTargetInfluences,l=o.morphAttributes.position||o.morphAttributes.normal||o.morphAttributes.color,u=l===void 0?0:l.length,d=r.get(o);if(d===void 0||d.count!==u){d!==void 0&&d.texture.dispose();let e=o.morphAttributes.position!==void 0,n=o.morphAttributes.normal!==void 0,a=o.morphAttributes.color!==void 0,s=o.morphAttributes.position||[],c=o.morphAttributes.normal||[],l=o.morphAttributes.color||[],f=0;e===!0&&(f=1),n===!0&&(f=2),a===!0&&(f=3);let p=o.attributes.position.count*f,m=1;p>t.maxTextureSize&&(m=Math.ceil(p/t.maxTextureSize),p=t.maxTextureSize);let h=new Float32Array(p*m*4*u),g=new kn(h,p,m,u);g.type=U,g.needsUpdate=!0;let _=f*4;for(let t=0;t<u;t++){let r=s[t],o=c[t],u=l[t],d=p*m*4*t;for(let t=0;t<r.count;t++){let s=t*_;e===!0&&(i.fromBufferAttribute(r,t),h[d+s+0]=i.x,h[d+s+1]=i.y,h[d+s+2]=i.z,h[d+s+3]=0),n===!0&&(i.fromBufferAttribute(o,t),h[d+s+4]=i.x,h[d+s+5]=i.y,h[d+s+6]=i.z,h[d+s+7]=0),a===!0&&(i.fromBufferAttribute(u,t),h[d+s+8]=i.x,h[d+s+9]=i.y,h[d+s+10]=i.z,h[d+s+11]=u.itemSize===4?i.w:1)}}d={count:u,texture:g,size:new q(p,m)},r.set(o,d);function v(){g.dispose(),r.delete(o),o.removeEventListener(`dispose`,v)}o.addEventListener(`dispose`,v)}if(a.isInstancedMesh===!0&&a.morphTexture!==null)s.getUniforms().setValue(e,`morphTexture`,a.morphTexture,n);else{let t=0;for(let e=0;e<c.length;e++)t+=c[e];let n=o.morphTargetsRelative?1:1-t;s.getUniforms().setValue(e,`morphTargetBaseInfluence`,n),s.getUniforms().setValue(e,`morphTargetInfluences`,c)}s.getUniforms().setValue(e,`morphTargetsTexture`,d.texture,n),s.getUniforms().setValue(e,`morphTargetsTextureSize`,d.size)}return{update:a}}function $o(e,t,n,r,i){let a=new WeakMap;function o(r){let o=i.render.frame,s=r.geometry,l=t.get(r,s);if(a.get(l)!==o&&(t.update(l),a.set(l,o)),r.isInstancedMesh&&(r.hasEventListener(`dispose`,c)===!1&&r.addEventListener(`dispose`,c),a.get(r)!==o&&(n.update(r.instanceMatrix,e.ARRAY_BUFFER),r.instanceColor!==null&&n.update(r.instanceColor,e.ARRAY_BUFFER),a.set(r,o))),r.isSkinnedMesh){let e=r.skeleton;a.get(e)!==o&&(e.update(),a.set(e,o))}return l}function s(){a=new WeakMap}function c(e){let t=e.target;t.removeEventListener(`dispose`,c),r.releaseStatesOfObject(t),n.remove(t.instanceMatrix),t.instanceColor!==null&&n.remove(t.instanceColor)}return{update:o,dispose:s}}var es={1:`LINEAR_TONE_MAPPING`,2:`REINHARD_TONE_MAPPING`,3:`CINEON_TONE_MAPPING`,4:`ACES_FILMIC_TONE_MAPPING`,6:`AGX_TONE_MAPPING`,7:`NEUTRAL_TONE_MAPPING`,5:`CUSTOM_TONE_MAPPING`};function ts(e,t,n,r,i,a){let o=new On(t,n,{type:e,depthBuffer:i,stencilBuffer:a,samples:r?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),s=null,c=null,l=null,u=new si;u.setAttribute(`position`,new Yr([-1,3,0,-1,-1,0,3,-1,0],3)),u.setAttribute(`uv`,new Yr([0,2,0,0,2,0],2));let d=new Sa({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),f=new ji(u,d),p=new $a(-1,1,1,-1,0,1),m=null,h=null,g=!1,_,v=null,y=[],b=!1;this.setSize=function(e,t){o.setSize(e,t),s!==null&&s.setSize(e,t),c!==null&&c.setSize(e,t);for(let n=0;n<y.length;n++){let r=y[n];r.setSize&&r.setSize(e,t)}},this.setEffects=function(e){y=e,b=y.length>0&&y[0].isRenderPass===!0;let t=o.width,n=o.height;y.length>0&&s===null&&(s=new On(t,n,{type:De,depthBuffer:!1,stencilBuffer:!1}),c=new On(t,n,{type:De,depthBuffer:!1,stencilBuffer:!1}));let r=i===!0&&y.some(e=>e.needsDepthTexture===!0);r!==(o.depthTexture!==null)&&(r===!0&&l===null&&(l=new ca(t,n),a===!0&&(l.format=Le,l.type=Ae)),o.dispose(),o.depthTexture=r?l:null,o.resolveDepthBuffer=r,o.storeMultisampledDepthBuffer=r);for(let e=0;e<y.length;e++){let i=y[e];i.setSize&&i.setSize(t,n),r&&i.needsDepthTexture===!0&&i.setDepthTexture&&i.setDepthTexture(l)}},this.begin=function(e,t){if(g||e.toneMapping===0&&y.length===0)return!1;if(v=t,t!==null){let e=t.width,n=t.height;(o.width!==e||o.height!==n)&&this.setSize(e,n)}return b===!1&&e.setRenderTarget(o),_=e.toneMapping,e.toneMapping=0,!0},this.hasRenderPass=function(){return b},this.end=function(e,t){e.toneMapping=_,g=!0;let n=o,r=s;for(let i=0;i<y.length;i++){let a=y[i];a.enabled!==!1&&(a.render(e,r,n,t),a.needsSwap!==!1&&(n=r,r=r===s?c:s))}if(m!==e.outputColorSpace||h!==e.toneMapping){m=e.outputColorSpace,h=e.toneMapping,d.defines={},X.getTransfer(m)===`srgb`&&(d.defines.SRGB_TRANSFER=``);let t=es[h];t&&(d.defines[t]=``),d.needsUpdate=!0}d.uniforms.tDiffuse.value=n.texture,e.setRenderTarget(v),e.render(f,p),v=null,g=!1},this.isCompositing=function(){return g},this.dispose=function(){o.dispose(),s!==null&&s.dispose(),c!==null&&c.dispose(),u.dispose(),d.dispose()}}var ns=new Tn,rs=new ca(1,1),is=new la(1),as=new kn,os=new An,ss=new sa,cs=[],ls=[],us=new Float32Array(16),ds=new Float32Array(9),fs=new Float32Array(4);function ps(e,t,n){let r=e[0];if(r<=0||r>0)return e;let i=t*n,a=cs[i];if(a===void 0&&(a=new Float32Array(i),cs[i]=a),t!==0){r.toArray(a,0);for(let r=1,i=0;r!==t;++r)i+=n,e[r].toArray(a,i)}return a}function ms(e,t){if(e.length!==t.length)return!1;for(let n=0,r=e.length;n<r;n++)if(e[n]!==t[n])return!1;return!0}function hs(e,t){for(let n=0,r=t.length;n<r;n++)e[n]=t[n]}function gs(e,t){let n=ls[t];n===void 0&&(n=new Int32Array(t),ls[t]=n);for(let r=0;r!==t;++r)n[r]=e.allocateTextureUnit();return n}function _s(e,t){let n=this.cache;n[0]!==t&&(e.uniform1f(this.addr,t),n[0]=t)}function vs(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y)&&(e.uniform2f(this.addr,t.x,t.y),n[0]=t.x,n[1]=t.y);else{if(ms(n,t))return;e.uniform2fv(this.addr,t),hs(n,t)}}function ys(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y||n[2]!==t.z)&&(e.uniform3f(this.addr,t.x,t.y,t.z),n[0]=t.x,n[1]=t.y,n[2]=t.z);else if(t.r!==void 0)(n[0]!==t.r||n[1]!==t.g||n[2]!==t.b)&&(e.uniform3f(this.addr,t.r,t.g,t.b),n[0]=t.r,n[1]=t.g,n[2]=t.b);else{if(ms(n,t))return;e.uniform3fv(this.addr,t),hs(n,t)}}function bs(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y||n[2]!==t.z||n[3]!==t.w)&&(e.uniform4f(this.addr,t.x,t.y,t.z,t.w),n[0]=t.x,n[1]=t.y,n[2]=t.z,n[3]=t.w);else{if(ms(n,t))return;e.uniform4fv(this.addr,t),hs(n,t)}}function xs(e,t){let n=this.cache,r=t.elements;if(r===void 0){if(ms(n,t))return;e.uniformMatrix2fv(this.addr,!1,t),hs(n,t)}else{if(ms(n,r))return;fs.set(r),e.uniformMatrix2fv(this.addr,!1,fs),hs(n,r)}}function Ss(e,t){let n=this.cache,r=t.elements;if(r===void 0){if(ms(n,t))return;e.uniformMatrix3fv(this.addr,!1,t),hs(n,t)}else{if(ms(n,r))return;ds.set(r),e.uniformMatrix3fv(this.addr,!1,ds),hs(n,r)}}function Cs(e,t){let n=this.cache,r=t.elements;if(r===void 0){if(ms(n,t))return;e.uniformMatrix4fv(this.addr,!1,t),hs(n,t)}else{if(ms(n,r))return;us.set(r),e.uniformMatrix4fv(this.addr,!1,us),hs(n,r)}}function ws(e,t){let n=this.cache;n[0]!==t&&(e.uniform1i(this.addr,t),n[0]=t)}function Ts(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y)&&(e.uniform2i(this.addr,t.x,t.y),n[0]=t.x,n[1]=t.y);else{if(ms(n,t))return;e.uniform2iv(this.addr,t),hs(n,t)}}function Es(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y||n[2]!==t.z)&&(e.uniform3i(this.addr,t.x,t.y,t.z),n[0]=t.x,n[1]=t.y,n[2]=t.z);else{if(ms(n,t))return;e.uniform3iv(this.addr,t),hs(n,t)}}function Ds(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y||n[2]!==t.z||n[3]!==t.w)&&(e.uniform4i(this.addr,t.x,t.y,t.z,t.w),n[0]=t.x,n[1]=t.y,n[2]=t.z,n[3]=t.w);else{if(ms(n,t))return;e.uniform4iv(this.addr,t),hs(n,t)}}function Os(e,t){let n=this.cache;n[0]!==t&&(e.uniform1ui(this.addr,t),n[0]=t)}function ks(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y)&&(e.uniform2ui(this.addr,t.x,t.y),n[0]=t.x,n[1]=t.y);else{if(ms(n,t))return;e.uniform2uiv(this.addr,t),hs(n,t)}}function As(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y||n[2]!==t.z)&&(e.uniform3ui(this.addr,t.x,t.y,t.z),n[0]=t.x,n[1]=t.y,n[2]=t.z);else{if(ms(n,t))return;e.uniform3uiv(this.addr,t),hs(n,t)}}function js(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y||n[2]!==t.z||n[3]!==t.w)&&(e.uniform4ui(this.addr,t.x,t.y,t.z,t.w),n[0]=t.x,n[1]=t.y,n[2]=t.z,n[3]=t.w);else{if(ms(n,t))return;e.uniform4uiv(this.addr,t),hs(n,t)}}function Ms(e){return e.version===0&&(e.compareFunction=519,e.needsUpdate=!0),e}function Ns(e,t,n){let r=this.cache,i=n.allocateTextureUnit();r[0]!==i&&(e.uniform1i(this.addr,i),r[0]=i);let a;a=this.type===e.SAMPLER_2D_SHADOW?Ms(rs):ns,n.setTexture2D(t||a,i)}function Ps(e,t,n){let r=this.cache,i=n.allocateTextureUnit();r[0]!==i&&(e.uniform1i(this.addr,i),r[0]=i),n.setTexture3D(t||os,i)}function Fs(e,t,n){let r=this.cache,i=n.allocateTextureUnit();r[0]!==i&&(e.uniform1i(this.addr,i),r[0]=i);let a;a=this.type===e.SAMPLER_CUBE_SHADOW?Ms(is):ss,n.setTextureCube(t||a,i)}function Is(e,t,n){let r=this.cache,i=n.allocateTextureUnit();r[0]!==i&&(e.uniform1i(this.addr,i),r[0]=i),n.setTexture2DArray(t||as,i)}function Ls(e){switch(e){case 5126:return _s;case 35664:return vs;case 35665:return ys;case 35666:return bs;case 35674:return xs;case 35675:return Ss;case 35676:return Cs;case 5124:case 35670:return ws;case 35667:case 35671:return Ts;case 35668:case 35672:return Es;case 35669:case 35673:return Ds;case 5125:return Os;case 36294:return ks;case 36295:return As;case 36296:return js;case 35678:case 36198:case 36298:case 36306:case 35682:return Ns;case 35679:case 36299:case 36307:return Ps;case 35680:case 36300:case 36308:case 36293:return Fs;case 36289:case 36303:case 36311:case 36292:return Is}}function Rs(e,t){e.uniform1fv(this.addr,t)}function zs(e,t){let n=ps(t,this.size,2);e.uniform2fv(this.addr,n)}function Bs(e,t){let n=ps(t,this.size,3);e.uniform3fv(this.addr,n)}function Vs(e,t){let n=ps(t,this.size,4);e.uniform4fv(this.addr,n)}function Hs(e,t){let n=ps(t,this.size,4);e.uniformMatrix2fv(this.addr,!1,n)}function Us(e,t){let n=ps(t,this.size,9);e.uniformMatrix3fv(this.addr,!1,n)}function Ws(e,t){let n=ps(t,this.size,16);e.uniformMatrix4fv(this.addr,!1,n)}function Gs(e,t){e.uniform1iv(this.addr,t)}function Ks(e,t){e.uniform2iv(this.addr,t)}function qs(e,t){e.uniform3iv(this.addr,t)}function Js(e,t){e.uniform4iv(this.addr,t)}function Ys(e,t){e.uniform1uiv(this.addr,t)}function Xs(e,t){e.uniform2uiv(this.addr,t)}function Zs(e,t){e.uniform3uiv(this.addr,t)}function Qs(e,t){e.uniform4uiv(this.addr,t)}function $s(e,t,n){let r=this.cache,i=t.length,a=gs(n,i);ms(r,a)||(e.uniform1iv(this.addr,a),hs(r,a));let o;o=this.type===e.SAMPLER_2D_SHADOW?Ms(rs):ns;for(let e=0;e!==i;++e)n.setTexture2D(t[e]||o,a[e])}function ec(e,t,n){let r=this.cache,i=t.length,a=gs(n,i);ms(r,a)||(e.uniform1iv(this.addr,a),hs(r,a));for(let e=0;e!==i;++e)n.setTexture3D(t[e]||os,a[e])}function tc(e,t,n){let r=this.cache,i=t.length,a=gs(n,i);ms(r,a)||(e.uniform1iv(this.addr,a),hs(r,a));let o;o=this.type===e.SAMPLER_CUBE_SHADOW?Ms(is):ss;for(let e=0;e!==i;++e)n.setTextureCube(t[e]||o,a[e])}function nc(e,t,n){let r=this.cache,i=t.length,a=gs(n,i);ms(r,a)||(e.uniform1iv(this.addr,a),hs(r,a));for(let e=0;e!==i;++e)n.setTexture2DArray(t[e]||as,a[e])}function rc(e){switch(e){case 5126:return Rs;case 35664:return zs;case 35665:return Bs;case 35666:return Vs;case 35674:return Hs;case 35675:return Us;case 35676:return Ws;case 5124:case 35670:return Gs;case 35667:case 35671:return Ks;case 35668:case 35672:return qs;case 35669:case 35673:return Js;case 5125:return Ys;case 36294:return Xs;case 36295:return Zs;case 36296:return Qs;case 35678:case 36198:case 36298:case 36306:case 35682:return $s;case 35679:case 36299:case 36307:return ec;case 35680:case 36300:case 36308:case 36293:return tc;case 36289:case 36303:case 36311:case 36292:return nc}}var ic=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.setValue=Ls(t.type)}},ac=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.size=t.size,this.setValue=rc(t.type)}},oc=class{constructor(e){this.id=e,this.seq=[],this.map={}}setValue(e,t,n){let r=this.seq;for(let i=0,a=r.length;i!==a;++i){let a=r[i];a.setValue(e,t[a.id],n)}}},sc=/(\w+)(\])?(\[|\.)?/g;function cc(e,t){e.seq.push(t),e.map[t.id]=t}function lc(e,t,n){let r=e.name,i=r.length;for(sc.lastIndex=0;;){let a=sc.exec(r),o=sc.lastIndex,s=a[1],c=a[2]===`]`,l=a[3];if(c&&(s|=0),l===void 0||l===`[`&&o+2===i){cc(n,l===void 0?new ic(s,e,t):new ac(s,e,t));break}{let e=n.map[s];e===void 0&&(e=new oc(s),cc(n,e)),n=e}}}var uc=class{constructor(e,t){this.seq=[],this.map={};let n=e.getProgramParameter(t,e.ACTIVE_UNIFORMS);for(let r=0;r<n;++r){let n=e.getActiveUniform(t,r);lc(n,e.getUniformLocation(t,n.name),this)}let r=[],i=[];for(let t of this.seq)t.type===e.SAMPLER_2D_SHADOW||t.type===e.SAMPLER_CUBE_SHADOW||t.type===e.SAMPLER_2D_ARRAY_SHADOW?r.push(t):i.push(t);r.length>0&&(this.seq=r.concat(i))}setValue(e,t,n,r){let i=this.map[t];i!==void 0&&i.setValue(e,n,r)}setOptional(e,t,n){let r=t[n];r!==void 0&&this.setValue(e,n,r)}static upload(e,t,n,r){for(let i=0,a=t.length;i!==a;++i){let a=t[i],o=n[a.id];o.needsUpdate!==!1&&a.setValue(e,o.value,r)}}static seqWithValue(e,t){let n=[];for(let r=0,i=e.length;r!==i;++r){let i=e[r];i.id in t&&n.push(i)}return n}};function dc(e,t,n){let r=e.createShader(t);return e.shaderSource(r,n),e.compileShader(r),r}var fc=37297,pc=0;function mc(e,t){let n=e.split(`
`),r=[],i=Math.max(t-6,0),a=Math.min(t+6,n.length);for(let e=i;e<a;e++){let i=e+1;r.push(`${i===t?`>`:` `} ${i}: ${n[e]}`)}return r.join(`
`)}var hc=new Y;function gc(e){X._getMatrix(hc,X.workingColorSpace,e);let t=`mat3( ${hc.elements.map(e=>e.toFixed(4))} )`;switch(X.getTransfer(e)){case Ft:return[t,`LinearTransferOETF`];case It:return[t,`sRGBTransferOETF`];default:return W(`WebGLProgram: Unsupported color space: `,e),[t,`LinearTransferOETF`]}}function _c(e,t,n){let r=e.getShaderParameter(t,e.COMPILE_STATUS),i=(e.getShaderInfoLog(t)||``).trim();if(r&&i===``)return``;let a=/ERROR: 0:(\d+)/.exec(i);if(a){let r=parseInt(a[1]);return n.toUpperCase()+`

`+i+`

`+mc(e.getShaderSource(t),r)}return i}function vc(e,t){let n=gc(t);return[`vec4 ${e}( vec4 value ) {`,`	return ${n[1]}( vec4( ${n[0]} * value.rgb, value.a ) );`,`}`].join(`
`)}var yc={1:`Linear`,2:`Reinhard`,3:`Cineon`,4:`ACESFilmic`,6:`AgX`,7:`Neutral`,5:`Custom`};function bc(e,t){let n=yc[t];return n===void 0?(W(`WebGLProgram: Unsupported toneMapping:`,t),`vec3 `+e+`( vec3 color ) { return LinearToneMapping( color ); }`):`vec3 `+e+`( vec3 color ) { return `+n+`ToneMapping( color ); }`}var xc=new J;function Sc(){return X.getLuminanceCoefficients(xc),[`float luminance( const in vec3 rgb ) {`,`	const vec3 weights = vec3( ${xc.x.toFixed(4)}, ${xc.y.toFixed(4)}, ${xc.z.toFixed(4)} );`,`	return dot( weights, rgb );`,`}`].join(`
`)}function Cc(e){return[e.extensionClipCullDistance?`#extension GL_ANGLE_clip_cull_distance : require`:``,e.extensionMultiDraw?`#extension GL_ANGLE_multi_draw : require`:``].filter(Ec).join(`
`)}function wc(e){let t=[];for(let n in e){let r=e[n];r!==!1&&t.push(`#define `+n+` `+r)}return t.join(`
`)}function Tc(e,t){let n={},r=e.getProgramParameter(t,e.ACTIVE_ATTRIBUTES);for(let i=0;i<r;i++){let r=e.getActiveAttrib(t,i),a=r.name,o=1;r.type===e.FLOAT_MAT2&&(o=2),r.type===e.FLOAT_MAT3&&(o=3),r.type===e.FLOAT_MAT4&&(o=4),n[a]={type:r.type,location:e.getAttribLocation(t,a),locationSize:o}}return n}function Ec(e){return e!==``}function Dc(e,t){let n=t.numSpotLightShadows+t.numSpotLightMaps-t.numSpotLightShadowsWithMaps;return e.replace(/NUM_SUN_LIGHTS/g,t.numSunLights).replace(/NUM_DIR_LIGHTS/g,t.numDirLights).replace(/NUM_SPOT_LIGHTS/g,t.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,t.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,n).replace(/NUM_RECT_AREA_LIGHTS/g,t.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,t.numPointLights).replace(/NUM_HEMI_LIGHTS/g,t.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,t.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,t.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,t.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,t.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,t.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,t.numLightProbeGrids)}function Oc(e,t){return e.replace(/NUM_CLIPPING_PLANES/g,t.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,t.numClippingPlanes-t.numClipIntersection)}var kc=/^[ \t]*#include +<([\w\d./]+)>/gm;function Ac(e){return e.replace(kc,jc)}function jc(e,t){let n=Q[t];if(n===void 0)throw Error(`THREE.WebGLProgram: Can not resolve #include <`+t+`>`);return Ac(n)}var Mc=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function Nc(e){return e.replace(Mc,Pc)}function Pc(e,t,n,r){let i=``;for(let e=parseInt(t);e<parseInt(n);e++)i+=r.replace(/\[\s*i\s*\]/g,`[ `+e+` ]`).replace(/UNROLLED_LOOP_INDEX/g,e);return i}function Fc(e){let t=`precision ${e.precision} float;
	precision ${e.precision} int;
	precision ${e.precision} sampler2D;
	precision ${e.precision} samplerCube;
	precision ${e.precision} sampler3D;
	precision ${e.precision} sampler2DArray;
	precision ${e.precision} sampler2DShadow;
	precision ${e.precision} samplerCubeShadow;
	precision ${e.precision} sampler2DArrayShadow;
	precision ${e.precision} isampler2D;
	precision ${e.precision} isampler3D;
	precision ${e.precision} isamplerCube;
	precision ${e.precision} isampler2DArray;
	precision ${e.precision} usampler2D;
	precision ${e.precision} usampler3D;
	precision ${e.precision} usamplerCube;
	precision ${e.precision} usampler2DArray;
	`;return e.precision===`highp`?t+=`
#define HIGH_PRECISION`:e.precision===`mediump`?t+=`
#define MEDIUM_PRECISION`:e.precision===`lowp`&&(t+=`
#define LOW_PRECISION`),t}var Ic={1:`SHADOWMAP_TYPE_PCF`,3:`SHADOWMAP_TYPE_VSM`};function Lc(e){return Ic[e.shadowMapType]||`SHADOWMAP_TYPE_BASIC`}var Rc={302:`ENVMAP_MODE_REFRACTION`};function zc(e){return e.envMap===!1?`ENVMAP_MODE_REFLECTION`:Rc[e.envMapMode]||`ENVMAP_MODE_REFLECTION`}var Bc={0:`ENVMAP_BLENDING_MULTIPLY`,1:`ENVMAP_BLENDING_MIX`,2:`ENVMAP_BLENDING_ADD`};function Vc(e){return e.envMap===!1?`ENVMAP_BLENDING_NONE`:Bc[e.combine]||`ENVMAP_BLENDING_NONE`}function Hc(e,t,n,r){let i=e.getContext(),a=n.defines,o=n.vertexShader,s=n.fragmentShader,c=Lc(n),l=n.envMapPMREM===!0?`ENVMAP_TYPE_PMREM`:`ENVMAP_TYPE_CUBE`,u=zc(n),d=Vc(n),f=Cc(n),p=wc(a),m=i.createProgram(),h,g,_=n.glslVersion?`#version `+n.glslVersion+`
`:``;n.isRawShaderMaterial?(h=[`#define SHADER_TYPE `+n.shaderType,`#define SHADER_NAME `+n.shaderName,p].filter(Ec).join(`
`),h.length>0&&(h+=`
`),g=[`#define SHADER_TYPE `+n.shaderType,`#define SHADER_NAME `+n.shaderName,p].filter(Ec).join(`
`),g.length>0&&(g+=`
`)):(h=[Fc(n),`#define SHADER_TYPE `+n.shaderType,`#define SHADER_NAME `+n.shaderName,p,n.extensionClipCullDistance?`#define USE_CLIP_DISTANCE`:``,n.batching?`#define USE_BATCHING`:``,n.batchingColor?`#define USE_BATCHING_COLOR`:``,n.instancing?`#define USE_INSTANCING`:``,n.instancingColor?`#define USE_INSTANCING_COLOR`:``,n.instancingMorph?`#define USE_INSTANCING_MORPH`:``,n.useFog&&n.fog?`#define USE_FOG`:``,n.useFog&&n.fogExp2?`#define FOG_EXP2`:``,n.map?`#define USE_MAP`:``,n.envMap?`#define USE_ENVMAP`:``,n.envMap?`#define `+u:``,n.lightMap?`#define USE_LIGHTMAP`:``,n.aoMap?`#define USE_AOMAP`:``,n.bumpMap?`#define USE_BUMPMAP`:``,n.normalMap?`#define USE_NORMALMAP`:``,n.normalMapObjectSpace?`#define USE_NORMALMAP_OBJECTSPACE`:``,n.normalMapTangentSpace?`#define USE_NORMALMAP_TANGENTSPACE`:``,n.displacementMap?`#define USE_DISPLACEMENTMAP`:``,n.emissiveMap?`#define USE_EMISSIVEMAP`:``,n.anisotropy?`#define USE_ANISOTROPY`:``,n.anisotropyMap?`#define USE_ANISOTROPYMAP`:``,n.clearcoatMap?`#define USE_CLEARCOATMAP`:``,n.clearcoatRoughnessMap?`#define USE_CLEARCOAT_ROUGHNESSMAP`:``,n.clearcoatNormalMap?`#define USE_CLEARCOAT_NORMALMAP`:``,n.diffuseRoughnessMap?`#define USE_DIFFUSE_ROUGHNESSMAP`:``,n.iridescenceMap?`#define USE_IRIDESCENCEMAP`:``,n.iridescenceThicknessMap?`#define USE_IRIDESCENCE_THICKNESSMAP`:``,n.specularMap?`#define USE_SPECULARMAP`:``,n.specularColorMap?`#define USE_SPECULAR_COLORMAP`:``,n.specularIntensityMap?`#define USE_SPECULAR_INTENSITYMAP`:``,n.roughnessMap?`#define USE_ROUGHNESSMAP`:``,n.metalnessMap?`#define USE_METALNESSMAP`:``,n.alphaMap?`#define USE_ALPHAMAP`:``,n.alphaHash?`#define USE_ALPHAHASH`:``,n.transmission?`#define USE_TRANSMISSION`:``,n.transmissionMap?`#define USE_TRANSMISSIONMAP`:``,n.thicknessMap?`#define USE_THICKNESSMAP`:``,n.sheenColorMap?`#define USE_SHEEN_COLORMAP`:``,n.sheenRoughnessMap?`#define USE_SHEEN_ROUGHNESSMAP`:``,n.mapUv?`#define MAP_UV `+n.mapUv:``,n.alphaMapUv?`#define ALPHAMAP_UV `+n.alphaMapUv:``,n.lightMapUv?`#define LIGHTMAP_UV `+n.lightMapUv:``,n.aoMapUv?`#define AOMAP_UV `+n.aoMapUv:``,n.emissiveMapUv?`#define EMISSIVEMAP_UV `+n.emissiveMapUv:``,n.bumpMapUv?`#define BUMPMAP_UV `+n.bumpMapUv:``,n.normalMapUv?`#define NORMALMAP_UV `+n.normalMapUv:``,n.displacementMapUv?`#define DISPLACEMENTMAP_UV `+n.displacementMapUv:``,n.metalnessMapUv?`#define METALNESSMAP_UV `+n.metalnessMapUv:``,n.roughnessMapUv?`#define ROUGHNESSMAP_UV `+n.roughnessMapUv:``,n.anisotropyMapUv?`#define ANISOTROPYMAP_UV `+n.anisotropyMapUv:``,n.clearcoatMapUv?`#define CLEARCOATMAP_UV `+n.clearcoatMapUv:``,n.clearcoatNormalMapUv?`#define CLEARCOAT_NORMALMAP_UV `+n.clearcoatNormalMapUv:``,n.clearcoatRoughnessMapUv?`#define CLEARCOAT_ROUGHNESSMAP_UV `+n.clearcoatRoughnessMapUv:``,n.diffuseRoughnessMapUv?`#define DIFFUSE_ROUGHNESSMAP_UV `+n.diffuseRoughnessMapUv:``,n.iridescenceMapUv?`#define IRIDESCENCEMAP_UV `+n.iridescenceMapUv:``,n.iridescenceThicknessMapUv?`#define IRIDESCENCE_THICKNESSMAP_UV `+n.iridescenceThicknessMapUv:``,n.sheenColorMapUv?`#define SHEEN_COLORMAP_UV `+n.sheenColorMapUv:``,n.sheenRoughnessMapUv?`#define SHEEN_ROUGHNESSMAP_UV `+n.sheenRoughnessMapUv:``,n.specularMapUv?`#define SPECULARMAP_UV `+n.specularMapUv:``,n.specularColorMapUv?`#define SPECULAR_COLORMAP_UV `+n.specularColorMapUv:``,n.specularIntensityMapUv?`#define SPECULAR_INTENSITYMAP_UV `+n.specularIntensityMapUv:``,n.transmissionMapUv?`#define TRANSMISSIONMAP_UV `+n.transmissionMapUv:``,n.thicknessMapUv?`#define THICKNESSMAP_UV `+n.thicknessMapUv:``,n.vertexTangents&&n.flatShading===!1?`#define USE_TANGENT`:``,n.vertexNormals?`#define HAS_NORMAL`:``,n.vertexColors?`#define USE_COLOR`:``,n.vertexAlphas?`#define USE_COLOR_ALPHA`:``,n.vertexUv1s?`#define USE_UV1`:``,n.vertexUv2s?`#define USE_UV2`:``,n.vertexUv3s?`#define USE_UV3`:``,n.pointsUvs?`#define USE_POINTS_UV`:``,n.flatShading?`#define FLAT_SHADED`:``,n.skinning?`#define USE_SKINNING`:``,n.morphTargets?`#define USE_MORPHTARGETS`:``,n.morphNormals&&n.flatShading===!1?`#define USE_MORPHNORMALS`:``,n.morphColors?`#define USE_MORPHCOLORS`:``,n.morphTargetsCount>0?`#define MORPHTARGETS_TEXTURE_STRIDE `+n.morphTextureStride:``,n.morphTargetsCount>0?`#define MORPHTARGETS_COUNT `+n.morphTargetsCount:``,n.doubleSided?`#define DOUBLE_SIDED`:``,n.flipSided?`#define FLIP_SIDED`:``,n.shadowMapEnabled?`#define USE_SHADOWMAP`:``,n.shadowMapEnabled?`#define `+c:``,n.sizeAttenuation?`#define USE_SIZEATTENUATION`:``,n.numLightProbes>0?`#define USE_LIGHT_PROBES`:``,n.logarithmicDepthBuffer?`#define USE_LOGARITHMIC_DEPTH_BUFFER`:``,n.reversedDepthBuffer?`#define USE_REVERSED_DEPTH_BUFFER`:``,`uniform mat4 modelMatrix;`,`uniform mat4 modelViewMatrix;`,`uniform mat4 projectionMatrix;`,`uniform mat4 viewMatrix;`,`uniform mat3 normalMatrix;`,`uniform vec3 cameraPosition;`,`uniform bool isOrthographic;`,`#ifdef USE_INSTANCING`,`	attribute mat4 instanceMatrix;`,`#endif`,`#ifdef USE_INSTANCING_COLOR`,`	attribute vec3 instanceColor;`,`#endif`,`#ifdef USE_INSTANCING_MORPH`,`	uniform sampler2D morphTexture;`,`#endif`,`attribute vec3 position;`,`attribute vec3 normal;`,`attribute vec2 uv;`,`#ifdef USE_UV1`,`	attribute vec2 uv1;`,`#endif`,`#ifdef USE_UV2`,`	attribute vec2 uv2;`,`#endif`,`#ifdef USE_UV3`,`	attribute vec2 uv3;`,`#endif`,`#ifdef USE_TANGENT`,`	attribute vec4 tangent;`,`#endif`,`#if defined( USE_COLOR_ALPHA )`,`	attribute vec4 color;`,`#elif defined( USE_COLOR )`,`	attribute vec3 color;`,`#endif`,`#ifdef USE_SKINNING`,`	attribute vec4 skinIndex;`,`	attribute vec4 skinWeight;`,`#endif`,`
`].filter(Ec).join(`
`),g=[Fc(n),`#define SHADER_TYPE `+n.shaderType,`#define SHADER_NAME `+n.shaderName,p,n.useFog&&n.fog?`#define USE_FOG`:``,n.useFog&&n.fogExp2?`#define FOG_EXP2`:``,n.alphaToCoverage?`#define ALPHA_TO_COVERAGE`:``,n.map?`#define USE_MAP`:``,n.matcap?`#define USE_MATCAP`:``,n.envMap?`#define USE_ENVMAP`:``,n.envMap?`#define `+l:``,n.envMap?`#define `+u:``,n.envMap?`#define `+d:``,n.envMapPMREM?`#define ENVMAP_MAX_LOD `+n.envMapMaxLod+`.0`:``,n.envMapPMREM?`#define ENVMAP_SIZE `+n.envMapSize+`.0`:``,n.lightMap?`#define USE_LIGHTMAP`:``,n.aoMap?`#define USE_AOMAP`:``,n.bumpMap?`#define USE_BUMPMAP`:``,n.normalMap?`#define USE_NORMALMAP`:``,n.normalMapObjectSpace?`#define USE_NORMALMAP_OBJECTSPACE`:``,n.normalMapTangentSpace?`#define USE_NORMALMAP_TANGENTSPACE`:``,n.packedNormalMap?`#define USE_PACKED_NORMALMAP`:``,n.emissiveMap?`#define USE_EMISSIVEMAP`:``,n.anisotropy?`#define USE_ANISOTROPY`:``,n.anisotropyMap?`#define USE_ANISOTROPYMAP`:``,n.clearcoat?`#define USE_CLEARCOAT`:``,n.clearcoatMap?`#define USE_CLEARCOATMAP`:``,n.clearcoatRoughnessMap?`#define USE_CLEARCOAT_ROUGHNESSMAP`:``,n.clearcoatNormalMap?`#define USE_CLEARCOAT_NORMALMAP`:``,n.diffuseRoughness?`#define USE_DIFFUSE_ROUGHNESS`:``,n.diffuseRoughnessMap?`#define USE_DIFFUSE_ROUGHNESSMAP`:``,n.dispersion?`#define USE_DISPERSION`:``,n.retroreflection?`#define USE_RETROREFLECTION`:``,n.iridescence?`#define USE_IRIDESCENCE`:``,n.iridescenceMap?`#define USE_IRIDESCENCEMAP`:``,n.iridescenceThicknessMap?`#define USE_IRIDESCENCE_THICKNESSMAP`:``,n.specularMap?`#define USE_SPECULARMAP`:``,n.specularColorMap?`#define USE_SPECULAR_COLORMAP`:``,n.specularIntensityMap?`#define USE_SPECULAR_INTENSITYMAP`:``,n.roughnessMap?`#define USE_ROUGHNESSMAP`:``,n.metalnessMap?`#define USE_METALNESSMAP`:``,n.alphaMap?`#define USE_ALPHAMAP`:``,n.alphaTest?`#define USE_ALPHATEST`:``,n.alphaHash?`#define USE_ALPHAHASH`:``,n.sheen?`#define USE_SHEEN`:``,n.sheenColorMap?`#define USE_SHEEN_COLORMAP`:``,n.sheenRoughnessMap?`#define USE_SHEEN_ROUGHNESSMAP`:``,n.transmission?`#define USE_TRANSMISSION`:``,n.transmissionMap?`#define USE_TRANSMISSIONMAP`:``,n.thicknessMap?`#define USE_THICKNESSMAP`:``,n.vertexTangents&&n.flatShading===!1?`#define USE_TANGENT`:``,n.vertexColors||n.instancingColor?`#define USE_COLOR`:``,n.vertexAlphas||n.batchingColor?`#define USE_COLOR_ALPHA`:``,n.vertexUv1s?`#define USE_UV1`:``,n.vertexUv2s?`#define USE_UV2`:``,n.vertexUv3s?`#define USE_UV3`:``,n.pointsUvs?`#define USE_POINTS_UV`:``,n.gradientMap?`#define USE_GRADIENTMAP`:``,n.flatShading?`#define FLAT_SHADED`:``,n.doubleSided?`#define DOUBLE_SIDED`:``,n.flipSided?`#define FLIP_SIDED`:``,n.shadowMapEnabled?`#define USE_SHADOWMAP`:``,n.shadowMapEnabled?`#define `+c:``,n.premultipliedAlpha?`#define PREMULTIPLIED_ALPHA`:``,n.numLightProbes>0?`#define USE_LIGHT_PROBES`:``,n.decodeVideoTexture?`#define DECODE_VIDEO_TEXTURE`:``,n.decodeVideoTextureEmissive?`#define DECODE_VIDEO_TEXTURE_EMISSIVE`:``,n.logarithmicDepthBuffer?`#define USE_LOGARITHMIC_DEPTH_BUFFER`:``,n.reversedDepthBuffer?`#define USE_REVERSED_DEPTH_BUFFER`:``,`uniform mat4 viewMatrix;`,`uniform vec3 cameraPosition;`,`uniform bool isOrthographic;`,n.toneMapping===0?``:`#define TONE_MAPPING`,n.toneMapping===0?``:Q.tonemapping_pars_fragment,n.toneMapping===0?``:bc(`toneMapping`,n.toneMapping),n.dithering?`#define DITHERING`:``,n.opaque?`#define OPAQUE`:``,Q.colorspace_pars_fragment,vc(`linearToOutputTexel`,n.outputColorSpace),Sc(),n.useDepthPacking?`#define DEPTH_PACKING `+n.depthPacking:``,`
`].filter(Ec).join(`
`)),o=Ac(o),o=Dc(o,n),o=Oc(o,n),s=Ac(s),s=Dc(s,n),s=Oc(s,n),o=Nc(o),s=Nc(s),n.isRawShaderMaterial!==!0&&(_=`#version 300 es
`,h=[f,`#define attribute in`,`#define varying out`,`#define texture2D texture`].join(`
`)+`
`+h,g=[`#define varying in`,n.glslVersion===`300 es`?``:`layout(location = 0) out highp vec4 pc_fragColor;`,n.glslVersion===`300 es`?``:`#define gl_FragColor pc_fragColor`,`#define gl_FragDepthEXT gl_FragDepth`,`#define texture2D texture`,`#define textureCube texture`,`#define texture2DProj textureProj`,`#define texture2DLodEXT textureLod`,`#define texture2DProjLodEXT textureProjLod`,`#define textureCubeLodEXT textureLod`,`#define texture2DGradEXT textureGrad`,`#define texture2DProjGradEXT textureProjGrad`,`#define textureCubeGradEXT textureGrad`].join(`
`)+`
`+g);let v=_+h+o,y=_+g+s,b=dc(i,i.VERTEX_SHADER,v),x=dc(i,i.FRAGMENT_SHADER,y);i.attachShader(m,b),i.attachShader(m,x),n.index0AttributeName===void 0?n.hasPositionAttribute===!0&&i.bindAttribLocation(m,0,`position`):i.bindAttribLocation(m,0,n.index0AttributeName),i.linkProgram(m);function S(t){if(e.debug.checkShaderErrors){let n=i.getProgramInfoLog(m)||``,r=i.getShaderInfoLog(b)||``,a=i.getShaderInfoLog(x)||``,o=n.trim(),s=r.trim(),c=a.trim(),l=!0,u=!0;if(i.getProgramParameter(m,i.LINK_STATUS)===!1){if(l=!1,typeof e.debug.onShaderError==`function`)e.debug.onShaderError(i,m,b,x);else{let e=_c(i,b,`vertex`),n=_c(i,x,`fragment`);G(`WebGLProgram: Shader Error `+i.getError()+` - VALIDATE_STATUS `+i.getProgramParameter(m,i.VALIDATE_STATUS)+`

Material Name: `+t.name+`
Material Type: `+t.type+`

Program Info Log: `+o+`
`+e+`
`+n)}}else o===``?(s===``||c===``)&&(u=!1):W(`WebGLProgram: Program Info Log:`,o);u&&(t.diagnostics={runnable:l,programLog:o,vertexShader:{log:s,prefix:h},fragmentShader:{log:c,prefix:g}})}i.deleteShader(b),i.deleteShader(x),C=new uc(i,m),w=Tc(i,m)}let C;this.getUniforms=function(){return C===void 0&&S(this),C};let w;this.getAttributes=function(){return w===void 0&&S(this),w};let T=n.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return T===!1&&(T=i.getProgramParameter(m,fc)),T},this.destroy=function(){r.releaseStatesOfProgram(this),i.deleteProgram(m),this.program=void 0},this.type=n.shaderType,this.name=n.shaderName,this.id=pc++,this.cacheKey=t,this.usedTimes=1,this.program=m,this.vertexShader=b,this.fragmentShader=x,this}var Uc=0,Wc=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(e,t,n){let r=this._getShaderCacheForMaterial(e);return r.has(t)===!1&&(r.add(t),t.usedTimes++),r.has(n)===!1&&(r.add(n),n.usedTimes++),this}remove(e){let t=this.materialCache.get(e);for(let e of t)e.usedTimes--,e.usedTimes===0&&this.shaderCache.delete(e.code);return this.materialCache.delete(e),this}getVertexShaderStage(e){return this._getShaderStage(e.vertexShader)}getFragmentShaderStage(e){return this._getShaderStage(e.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(e){let t=this.materialCache,n=t.get(e);return n===void 0&&(n=new Set,t.set(e,n)),n}_getShaderStage(e){let t=this.shaderCache,n=t.get(e);return n===void 0&&(n=new Gc(e),t.set(e,n)),n}},Gc=class{constructor(e){this.id=Uc++,this.code=e,this.usedTimes=0}};function Kc(e){return e===1030||e===37490||e===36285}function qc(e,t,n,r,i,a){let o=new Hn,s=new Wc,c=new Set,l=[],u=new Map,d=r.logarithmicDepthBuffer,f={MeshDepthMaterial:`depth`,MeshDistanceMaterial:`distance`,MeshNormalMaterial:`normal`,MeshBasicMaterial:`basic`,MeshLambertMaterial:`lambert`,MeshPhongMaterial:`phong`,MeshToonMaterial:`toon`,MeshStandardMaterial:`physical`,MeshPhysicalMaterial:`physical`,MeshMatcapMaterial:`matcap`,LineBasicMaterial:`basic`,LineDashedMaterial:`dashed`,PointsMaterial:`points`,ShadowMaterial:`shadow`,SpriteMaterial:`sprite`};function p(e){return c.add(e),e===0?`uv`:`uv${e}`}function m(i,o,l,u,m,h){let g=u.fog,_=m.geometry,v=i.isMeshStandardMaterial||i.isMeshLambertMaterial||i.isMeshPhongMaterial?u.environment:null,y=i.isMeshStandardMaterial||i.isMeshLambertMaterial&&!i.envMap||i.isMeshPhongMaterial&&!i.envMap,b=t.get(i.envMap||v,y),x=f[i.type],S=r.precision;i.precision!==null&&(S=r.getMaxPrecision(i.precision),S!==i.precision&&W(`WebGLProgram.getParameters:`,i.precision,`not supported, using`,S,`instead.`));let C=_.morphAttributes.position||_.morphAttributes.normal||_.morphAttributes.color,w=C===void 0?0:C.length,T=0;_.morphAttributes.position!==void 0&&(T=1),_.morphAttributes.normal!==void 0&&(T=2),_.morphAttributes.color!==void 0&&(T=3);let E,D,O,k;if(x){let e=xo[x];E=e.vertexShader,D=e.fragmentShader}else{E=i.vertexShader,D=i.fragmentShader;let e=s.getVertexShaderStage(i),t=s.getFragmentShaderStage(i);s.update(i,e,t),O=e.id,k=t.id}let A=e.getRenderTarget(),j=e.state.buffers.depth.getReversed(),M=m.isInstancedMesh===!0,N=m.isBatchedMesh===!0,P=!!i.map,F=!!i.matcap,I=!!b,ee=I&&b.isPMREMTexture===!0,te=!!i.aoMap,ne=!!i.lightMap,re=!!i.bumpMap&&i.wireframe===!1,ie=!!i.normalMap,ae=!!i.displacementMap,L=!!i.emissiveMap,R=!!i.metalnessMap,oe=!!i.roughnessMap,se=i.anisotropy>0,ce=i.clearcoat>0,le=i.diffuseRoughness>0,ue=i.dispersion>0,de=i.retroreflectivity>0,fe=i.iridescence>0,pe=i.sheen>0,me=i.transmission>0,he=se&&!!i.anisotropyMap,ge=ce&&!!i.clearcoatMap,_e=ce&&!!i.clearcoatNormalMap,ve=ce&&!!i.clearcoatRoughnessMap,ye=le&&!!i.diffuseRoughnessMap,z=fe&&!!i.iridescenceMap,be=fe&&!!i.iridescenceThicknessMap,B=pe&&!!i.sheenColorMap,xe=pe&&!!i.sheenRoughnessMap,Se=!!i.specularMap,Ce=!!i.specularColorMap,V=!!i.specularIntensityMap,we=me&&!!i.transmissionMap,Te=me&&!!i.thicknessMap,H=!!i.gradientMap,Ee=!!i.alphaMap,U=i.alphaTest>0,De=!!i.alphaHash,Oe=!!i.extensions,ke=0;i.toneMapped&&(A===null||A.isXRRenderTarget===!0)&&(ke=e.toneMapping);let Ae=ee?b.isCompressedCubeTexture?b.image[0].mipmaps:b.mipmaps:null,je={shaderID:x,shaderType:i.type,shaderName:i.name,vertexShader:E,fragmentShader:D,defines:i.defines,customVertexShaderID:O,customFragmentShaderID:k,isRawShaderMaterial:i.isRawShaderMaterial===!0,glslVersion:i.glslVersion,precision:S,batching:N,batchingColor:N&&m._colorsTexture!==null,instancing:M,instancingColor:M&&m.instanceColor!==null,instancingMorph:M&&m.morphTexture!==null,outputColorSpace:A===null?e.outputColorSpace:A.isXRRenderTarget===!0?A.texture.colorSpace:X.workingColorSpace,alphaToCoverage:!!i.alphaToCoverage,map:P,matcap:F,envMap:I,envMapMode:I&&b.mapping,envMapPMREM:ee,envMapMaxLod:ee?Ae.length-1:null,envMapSize:ee?Ae[0].width:null,aoMap:te,lightMap:ne,bumpMap:re,normalMap:ie,displacementMap:ae,emissiveMap:L,normalMapObjectSpace:ie&&i.normalMapType===1,normalMapTangentSpace:ie&&i.normalMapType===0,packedNormalMap:ie&&i.normalMapType===0&&Kc(i.normalMap.format),metalnessMap:R,roughnessMap:oe,anisotropy:se,anisotropyMap:he,clearcoat:ce,clearcoatMap:ge,clearcoatNormalMap:_e,clearcoatRoughnessMap:ve,diffuseRoughness:le,diffuseRoughnessMap:ye,dispersion:ue,retroreflection:de,iridescence:fe,iridescenceMap:z,iridescenceThicknessMap:be,sheen:pe,sheenColorMap:B,sheenRoughnessMap:xe,specularMap:Se,specularColorMap:Ce,specularIntensityMap:V,transmission:me,transmissionMap:we,thicknessMap:Te,gradientMap:H,opaque:i.transparent===!1&&i.blending===1&&i.alphaToCoverage===!1,alphaMap:Ee,alphaTest:U,alphaHash:De,combine:i.combine,mapUv:P&&p(i.map.channel),aoMapUv:te&&p(i.aoMap.channel),lightMapUv:ne&&p(i.lightMap.channel),bumpMapUv:re&&p(i.bumpMap.channel),normalMapUv:ie&&p(i.normalMap.channel),displacementMapUv:ae&&p(i.displacementMap.channel),emissiveMapUv:L&&p(i.emissiveMap.channel),metalnessMapUv:R&&p(i.metalnessMap.channel),roughnessMapUv:oe&&p(i.roughnessMap.channel),anisotropyMapUv:he&&p(i.anisotropyMap.channel),clearcoatMapUv:ge&&p(i.clearcoatMap.channel),clearcoatNormalMapUv:_e&&p(i.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:ve&&p(i.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:ye&&p(i.diffuseRoughnessMap.channel),iridescenceMapUv:z&&p(i.iridescenceMap.channel),iridescenceThicknessMapUv:be&&p(i.iridescenceThicknessMap.channel),sheenColorMapUv:B&&p(i.sheenColorMap.channel),sheenRoughnessMapUv:xe&&p(i.sheenRoughnessMap.channel),specularMapUv:Se&&p(i.specularMap.channel),specularColorMapUv:Ce&&p(i.specularColorMap.channel),specularIntensityMapUv:V&&p(i.specularIntensityMap.channel),transmissionMapUv:we&&p(i.transmissionMap.channel),thicknessMapUv:Te&&p(i.thicknessMap.channel),alphaMapUv:Ee&&p(i.alphaMap.channel),vertexTangents:!!_.attributes.tangent&&(ie||se),vertexNormals:!!_.attributes.normal,vertexColors:i.vertexColors,vertexAlphas:i.vertexColors===!0&&!!_.attributes.color&&_.attributes.color.itemSize===4,pointsUvs:m.isPoints===!0&&!!_.attributes.uv&&(P||Ee),fog:!!g,useFog:i.fog===!0,fogExp2:!!g&&g.isFogExp2,flatShading:i.wireframe===!1&&(i.flatShading===!0||_.attributes.normal===void 0&&ie===!1&&(i.isMeshLambertMaterial||i.isMeshPhongMaterial||i.isMeshStandardMaterial||i.isMeshPhysicalMaterial)),sizeAttenuation:i.sizeAttenuation===!0,logarithmicDepthBuffer:d,reversedDepthBuffer:j,skinning:m.isSkinnedMesh===!0,hasPositionAttribute:_.attributes.position!==void 0,morphTargets:_.morphAttributes.position!==void 0,morphNormals:_.morphAttributes.normal!==void 0,morphColors:_.morphAttributes.color!==void 0,morphTargetsCount:w,morphTextureStride:T,numSunLights:o.sun.length,numDirLights:o.directional.length,numPointLights:o.point.length,numSpotLights:o.spot.length,numSpotLightMaps:o.spotLightMap.length,numRectAreaLights:o.rectArea.length,numHemiLights:o.hemi.length,numSunLightShadows:o.sunShadowMap.length,numDirLightShadows:o.directionalShadowMap.length,numPointLightShadows:o.pointShadowMap.length,numSpotLightShadows:o.spotShadowMap.length,numSpotLightShadowsWithMaps:o.numSpotLightShadowsWithMaps,numLightProbes:o.numLightProbes,numLightProbeGrids:h.filter(e=>e.texture!==null).length,numClippingPlanes:a.numPlanes,numClipIntersection:a.numIntersection,dithering:i.dithering,shadowMapEnabled:e.shadowMap.enabled&&l.length>0,shadowMapType:e.shadowMap.type,toneMapping:ke,decodeVideoTexture:P&&i.map.isVideoTexture===!0&&X.getTransfer(i.map.colorSpace)===`srgb`,decodeVideoTextureEmissive:L&&i.emissiveMap.isVideoTexture===!0&&X.getTransfer(i.emissiveMap.colorSpace)===`srgb`,premultipliedAlpha:i.premultipliedAlpha,doubleSided:i.side===2,flipSided:i.side===1,useDepthPacking:i.depthPacking>=0,depthPacking:i.depthPacking||0,index0AttributeName:i.index0AttributeName,extensionClipCullDistance:Oe&&i.extensions.clipCullDistance===!0&&n.has(`WEBGL_clip_cull_distance`),extensionMultiDraw:(Oe&&i.extensions.multiDraw===!0||N)&&n.has(`WEBGL_multi_draw`),rendererExtensionParallelShaderCompile:n.has(`KHR_parallel_shader_compile`),customProgramCacheKey:i.customProgramCacheKey()};return je.vertexUv1s=c.has(1),je.vertexUv2s=c.has(2),je.vertexUv3s=c.has(3),c.clear(),je}function h(t){let n=[];if(t.shaderID?n.push(t.shaderID):(n.push(t.customVertexShaderID),n.push(t.customFragmentShaderID)),t.defines!==void 0)for(let e in t.defines)n.push(e),n.push(t.defines[e]);return t.isRawShaderMaterial===!1&&(g(n,t),_(n,t),n.push(e.outputColorSpace)),n.push(t.customProgramCacheKey),n.join()}function g(e,t){e.push(t.precision),e.push(t.outputColorSpace),e.push(t.envMapMode),e.push(t.envMapPMREM),e.push(t.envMapMaxLod),e.push(t.envMapSize),e.push(t.mapUv),e.push(t.alphaMapUv),e.push(t.lightMapUv),e.push(t.aoMapUv),e.push(t.bumpMapUv),e.push(t.normalMapUv),e.push(t.displacementMapUv),e.push(t.emissiveMapUv),e.push(t.metalnessMapUv),e.push(t.roughnessMapUv),e.push(t.anisotropyMapUv),e.push(t.clearcoatMapUv),e.push(t.clearcoatNormalMapUv),e.push(t.clearcoatRoughnessMapUv),e.push(t.diffuseRoughnessMapUv),e.push(t.iridescenceMapUv),e.push(t.iridescenceThicknessMapUv),e.push(t.sheenColorMapUv),e.push(t.sheenRoughnessMapUv),e.push(t.specularMapUv),e.push(t.specularColorMapUv),e.push(t.specularIntensityMapUv),e.push(t.transmissionMapUv),e.push(t.thicknessMapUv),e.push(t.combine),e.push(t.fogExp2),e.push(t.sizeAttenuation),e.push(t.morphTargetsCount),e.push(t.numSunLights),e.push(t.numDirLights),e.push(t.numPointLights),e.push(t.numSpotLights),e.push(t.numSpotLightMaps),e.push(t.numHemiLights),e.push(t.numRectAreaLights),e.push(t.numSunLightShadows),e.push(t.numDirLightShadows),e.push(t.numPointLightShadows),e.push(t.numSpotLightShadows),e.push(t.numSpotLightShadowsWithMaps),e.push(t.numLightProbes),e.push(t.numLightProbeGrids),e.push(t.shadowMapType),e.push(t.toneMapping),e.push(t.numClippingPlanes),e.push(t.numClipIntersection),e.push(t.depthPacking)}function _(e,t){o.disableAll(),t.instancing&&o.enable(0),t.instancingColor&&o.enable(1),t.instancingMorph&&o.enable(2),t.matcap&&o.enable(3),t.envMap&&o.enable(4),t.normalMapObjectSpace&&o.enable(5),t.normalMapTangentSpace&&o.enable(6),t.clearcoat&&o.enable(7),t.iridescence&&o.enable(8),t.alphaTest&&o.enable(9),t.vertexColors&&o.enable(10),t.vertexAlphas&&o.enable(11),t.vertexUv1s&&o.enable(12),t.vertexUv2s&&o.enable(13),t.vertexUv3s&&o.enable(14),t.vertexTangents&&o.enable(15),t.anisotropy&&o.enable(16),t.alphaHash&&o.enable(17),t.batching&&o.enable(18),t.dispersion&&o.enable(19),t.retroreflection&&o.enable(24),t.diffuseRoughness&&o.enable(25),t.batchingColor&&o.enable(20),t.gradientMap&&o.enable(21),t.packedNormalMap&&o.enable(22),t.vertexNormals&&o.enable(23),e.push(o.mask),o.disableAll(),t.fog&&o.enable(0),t.useFog&&o.enable(1),t.flatShading&&o.enable(2),t.logarithmicDepthBuffer&&o.enable(3),t.reversedDepthBuffer&&o.enable(4),t.skinning&&o.enable(5),t.morphTargets&&o.enable(6),t.morphNormals&&o.enable(7),t.morphColors&&o.enable(8),t.premultipliedAlpha&&o.enable(9),t.shadowMapEnabled&&o.enable(10),t.doubleSided&&o.enable(11),t.flipSided&&o.enable(12),t.useDepthPacking&&o.enable(13),t.dithering&&o.enable(14),t.transmission&&o.enable(15),t.sheen&&o.enable(16),t.opaque&&o.enable(17),t.pointsUvs&&o.enable(18),t.decodeVideoTexture&&o.enable(19),t.decodeVideoTextureEmissive&&o.enable(20),t.alphaToCoverage&&o.enable(21),t.numLightProbeGrids>0&&o.enable(22),t.hasPositionAttribute&&o.enable(23),e.push(o.mask)}function v(e){let t=f[e.type],n;if(t){let e=xo[t];n=va.clone(e.uniforms)}else n=e.uniforms;return n}function y(t,n){let r=u.get(n);return r===void 0?(r=new Hc(e,n,t,i),l.push(r),u.set(n,r)):++r.usedTimes,r}function b(e){if(--e.usedTimes===0){let t=l.indexOf(e);l[t]=l[l.length-1],l.pop(),u.delete(e.cacheKey),e.destroy()}}function x(e){s.remove(e)}function S(){s.dispose()}return{getParameters:m,getProgramCacheKey:h,getUniforms:v,acquireProgram:y,releaseProgram:b,releaseShaderCache:x,programs:l,dispose:S}}function Jc(){let e=new WeakMap;function t(t){return e.has(t)}function n(t){let n=e.get(t);return n===void 0&&(n={},e.set(t,n)),n}function r(t){e.delete(t)}function i(t,n,r){e.get(t)[n]=r}function a(){e=new WeakMap}return{has:t,get:n,remove:r,update:i,dispose:a}}function Yc(e,t){return e.groupOrder===t.groupOrder?e.renderOrder===t.renderOrder?e.material.id===t.material.id?e.materialVariant===t.materialVariant?e.z===t.z?e.id-t.id:e.z-t.z:e.materialVariant-t.materialVariant:e.material.id-t.material.id:e.renderOrder-t.renderOrder:e.groupOrder-t.groupOrder}function Xc(e,t){return e.groupOrder===t.groupOrder?e.renderOrder===t.renderOrder?e.z===t.z?e.id-t.id:t.z-e.z:e.renderOrder-t.renderOrder:e.groupOrder-t.groupOrder}function Zc(){let e=[],t=0,n=[],r=[],i=[];function a(){t=0,n.length=0,r.length=0,i.length=0}function o(e){let t=0;return e.isInstancedMesh&&(t+=2),e.isSkinnedMesh&&(t+=1),t}function s(n,r,i,a,s,c){let l=e[t];return l===void 0?(l={id:n.id,object:n,geometry:r,material:i,materialVariant:o(n),groupOrder:a,renderOrder:n.renderOrder,z:s,group:c},e[t]=l):(l.id=n.id,l.object=n,l.geometry=r,l.material=i,l.materialVariant=o(n),l.groupOrder=a,l.renderOrder=n.renderOrder,l.z=s,l.group=c),t++,l}function c(e,t,a,o,c,l,u){u.reversedDepth===!0&&(c=-c);let d=s(e,t,a,o,c,l);a.transmission>0?r.push(d):a.transparent===!0?i.push(d):n.push(d)}function l(e,t,a,o,c,l){let u=s(e,t,a,o,c,l);a.transmission>0?r.unshift(u):a.transparent===!0?i.unshift(u):n.unshift(u)}function u(e,t){n.length>1&&n.sort(e||Yc),r.length>1&&r.sort(t||Xc),i.length>1&&i.sort(t||Xc)}function d(){for(let n=t,r=e.length;n<r;n++){let t=e[n];if(t.id===null)break;t.id=null,t.object=null,t.geometry=null,t.material=null,t.group=null}}return{opaque:n,transmissive:r,transparent:i,init:a,push:c,unshift:l,finish:d,sort:u}}function Qc(){let e=new WeakMap;function t(t,n){let r=e.get(t),i;return r===void 0?(i=new Zc,e.set(t,[i])):n>=r.length?(i=new Zc,r.push(i)):i=r[n],i}function n(){e=new WeakMap}return{get:t,dispose:n}}function $c(){let e={};return{get:function(t){if(e[t.id]!==void 0)return e[t.id];let n;switch(t.type){case`SunLight`:case`DirectionalLight`:n={direction:new J,color:new Z};break;case`SpotLight`:n={position:new J,direction:new J,color:new Z,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case`PointLight`:n={position:new J,color:new Z,distance:0,decay:0};break;case`HemisphereLight`:n={direction:new J,skyColor:new Z,groundColor:new Z};break;case`RectAreaLight`:n={color:new Z,position:new J,halfWidth:new J,halfHeight:new J}}return e[t.id]=n,n}}}function el(){let e={};return{get:function(t){if(e[t.id]!==void 0)return e[t.id];let n;switch(t.type){case`SunLight`:case`DirectionalLight`:n={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new q};break;case`SpotLight`:n={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new q};break;case`PointLight`:n={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new q,shadowCameraNear:1,shadowCameraFar:1e3}}return e[t.id]=n,n}}}var tl=0;function nl(e,t){return(t.castShadow?2:0)-(e.castShadow?2:0)+ +!!t.map-!!e.map}function rl(e){let t=new $c,n=el(),r={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let e=0;e<9;e++)r.probe.push(new J);let i=new J,a=new jn,o=new jn;function s(i){let a=0,o=0,s=0;for(let e=0;e<9;e++)r.probe[e].set(0,0,0);let c=0,l=0,u=0,d=0,f=0,p=0,m=0,h=0,g=0,_=0,v=0,y=0,b=0,x=0;i.sort(nl);for(let e=0,S=i.length;e<S;e++){let S=i[e],C=S.color,w=S.intensity,T=S.distance,E=null;if(S.shadow&&S.shadow.map&&(E=S.shadow.map.texture.format===1030?S.shadow.map.texture:S.shadow.map.depthTexture||S.shadow.map.texture),S.isAmbientLight)a+=C.r*w,o+=C.g*w,s+=C.b*w;else if(S.isLightProbe){for(let e=0;e<9;e++)r.probe[e].addScaledVector(S.sh.coefficients[e],w);x++}else if(S.isSunLight){let e=t.get(S);if(e.color.copy(S.color).multiplyScalar(S.intensity),S.castShadow){let e=S.shadow,t=n.get(S);t.shadowIntensity=e.intensity,t.shadowBias=e.bias,t.shadowNormalBias=e.normalBias,t.shadowRadius=e.radius,t.shadowMapSize.copy(e.mapSize).multiply(e.getFrameExtents()),r.sunShadow[l]=t,r.sunShadowMap[l]=E;let i=e.getViewportCount();for(let t=0;t<i;t++)r.sunShadowMatrix[u+t]=e.getMatrix(t),r.sunShadowCascade[u+t]=e._cascadeData[t];u+=i,l++}r.sun[c]=e,c++}else if(S.isDirectionalLight){let e=t.get(S);if(e.color.copy(S.color).multiplyScalar(S.intensity),S.castShadow){let e=S.shadow,t=n.get(S);t.shadowIntensity=e.intensity,t.shadowBias=e.bias,t.shadowNormalBias=e.normalBias,t.shadowRadius=e.radius,t.shadowMapSize=e.mapSize,r.directionalShadow[d]=t,r.directionalShadowMap[d]=E,r.directionalShadowMatrix[d]=S.shadow.matrix,g++}r.directional[d]=e,d++}else if(S.isSpotLight){let e=t.get(S);e.position.setFromMatrixPosition(S.matrixWorld),e.color.copy(C).multiplyScalar(w),e.distance=T,e.coneCos=Math.cos(S.angle),e.penumbraCos=Math.cos(S.angle*(1-S.penumbra)),e.decay=S.decay,r.spot[p]=e;let i=S.shadow;if(S.map&&(r.spotLightMap[y]=S.map,y++,i.updateMatrices(S),S.castShadow&&b++),r.spotLightMatrix[p]=i.matrix,S.castShadow){let e=n.get(S);e.shadowIntensity=i.intensity,e.shadowBias=i.bias,e.shadowNormalBias=i.normalBias,e.shadowRadius=i.radius,e.shadowMapSize=i.mapSize,r.spotShadow[p]=e,r.spotShadowMap[p]=E,v++}p++}else if(S.isRectAreaLight){let e=t.get(S);e.color.copy(C).multiplyScalar(w),e.halfWidth.set(S.width*.5,0,0),e.halfHeight.set(0,S.height*.5,0),r.rectArea[m]=e,m++}else if(S.isPointLight){let e=t.get(S);if(e.color.copy(S.color).multiplyScalar(S.intensity),e.distance=S.distance,e.decay=S.decay,S.castShadow){let e=S.shadow,t=n.get(S);t.shadowIntensity=e.intensity,t.shadowBias=e.bias,t.shadowNormalBias=e.normalBias,t.shadowRadius=e.radius,t.shadowMapSize=e.mapSize,t.shadowCameraNear=e.camera.near,t.shadowCameraFar=e.camera.far,r.pointShadow[f]=t,r.pointShadowMap[f]=E,r.pointShadowMatrix[f]=S.shadow.matrix,_++}r.point[f]=e,f++}else if(S.isHemisphereLight){let e=t.get(S);e.skyColor.copy(S.color).multiplyScalar(w),e.groundColor.copy(S.groundColor).multiplyScalar(w),r.hemi[h]=e,h++}}m>0&&(e.has(`OES_texture_float_linear`)===!0?(r.rectAreaLTC1=$.LTC_FLOAT_1,r.rectAreaLTC2=$.LTC_FLOAT_2):(r.rectAreaLTC1=$.LTC_HALF_1,r.rectAreaLTC2=$.LTC_HALF_2)),r.ambient[0]=a,r.ambient[1]=o,r.ambient[2]=s;let S=r.hash;(S.sunLength!==c||S.directionalLength!==d||S.pointLength!==f||S.spotLength!==p||S.rectAreaLength!==m||S.hemiLength!==h||S.numSunShadows!==l||S.numDirectionalShadows!==g||S.numPointShadows!==_||S.numSpotShadows!==v||S.numSpotMaps!==y||S.numLightProbes!==x)&&(r.sun.length=c,r.directional.length=d,r.spot.length=p,r.rectArea.length=m,r.point.length=f,r.hemi.length=h,r.sunShadow.length=l,r.sunShadowMap.length=l,r.sunShadowMatrix.length=u,r.sunShadowCascade.length=u,r.directionalShadow.length=g,r.directionalShadowMap.length=g,r.directionalShadowMatrix.length=g,r.pointShadow.length=_,r.pointShadowMap.length=_,r.pointShadowMatrix.length=_,r.spotShadow.length=v,r.spotShadowMap.length=v,r.spotLightMatrix.length=v+y-b,r.spotLightMap.length=y,r.numSpotLightShadowsWithMaps=b,r.numLightProbes=x,S.sunLength=c,S.directionalLength=d,S.pointLength=f,S.spotLength=p,S.rectAreaLength=m,S.hemiLength=h,S.numSunShadows=l,S.numDirectionalShadows=g,S.numPointShadows=_,S.numSpotShadows=v,S.numSpotMaps=y,S.numLightProbes=x,r.version=tl++)}function c(e,t){let n=0,s=0,c=0,l=0,u=0,d=0,f=t.matrixWorldInverse;for(let t=0,p=e.length;t<p;t++){let p=e[t];if(p.isSunLight){let e=r.sun[n];e.direction.setFromMatrixPosition(p.matrixWorld),e.direction.transformDirection(f),n++}else if(p.isDirectionalLight){let e=r.directional[s];e.direction.setFromMatrixPosition(p.matrixWorld),i.setFromMatrixPosition(p.target.matrixWorld),e.direction.sub(i),e.direction.transformDirection(f),s++}else if(p.isSpotLight){let e=r.spot[l];e.position.setFromMatrixPosition(p.matrixWorld),e.position.applyMatrix4(f),e.direction.setFromMatrixPosition(p.matrixWorld),i.setFromMatrixPosition(p.target.matrixWorld),e.direction.sub(i),e.direction.transformDirection(f),l++}else if(p.isRectAreaLight){let e=r.rectArea[u];e.position.setFromMatrixPosition(p.matrixWorld),e.position.applyMatrix4(f),o.identity(),a.copy(p.matrixWorld),a.premultiply(f),o.extractRotation(a),e.halfWidth.set(p.width*.5,0,0),e.halfHeight.set(0,p.height*.5,0),e.halfWidth.applyMatrix4(o),e.halfHeight.applyMatrix4(o),u++}else if(p.isPointLight){let e=r.point[c];e.position.setFromMatrixPosition(p.matrixWorld),e.position.applyMatrix4(f),c++}else if(p.isHemisphereLight){let e=r.hemi[d];e.direction.setFromMatrixPosition(p.matrixWorld),e.direction.transformDirection(f),d++}}}return{setup:s,setupView:c,state:r}}function il(e){let t=new rl(e),n=[],r=[],i=[];function a(e){u.camera=e,n.length=0,r.length=0,i.length=0}function o(e){e.isLightProbeGrid?i.push(e):n.push(e)}function s(e){r.push(e)}function c(){t.setup(n),i.sort((e,t)=>e.priority-t.priority||e.id-t.id)}function l(e){t.setupView(n,e)}let u={lightsArray:n,shadowsArray:r,lightProbeGridArray:i,camera:null,lights:t,transmissionRenderTarget:{},textureUnits:0};return{init:a,state:u,setupLights:c,setupLightsView:l,pushLight:o,pushShadow:s}}function al(e){let t=new WeakMap;function n(n,r=0){let i=t.get(n),a;return i===void 0?(a=new il(e),t.set(n,[a])):r>=i.length?(a=new il(e),i.push(a)):a=i[r],a}function r(){t=new WeakMap}return{get:n,dispose:r}}var ol=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,sl=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,cl=[new J(1,0,0),new J(-1,0,0),new J(0,1,0),new J(0,-1,0),new J(0,0,1),new J(0,0,-1)],ll=[new J(0,-1,0),new J(0,-1,0),new J(0,0,1),new J(0,0,-1),new J(0,-1,0),new J(0,-1,0)],ul=new jn,dl=new J,fl=new J;function pl(e,t,n){let r=new Ri,i=new q,a=new q,o=new En,s=new Ca,c=new wa,l={},u=n.maxTextureSize,d={0:1,1:0,2:2},f=new xa({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new q},radius:{value:4}},vertexShader:ol,fragmentShader:sl}),p=f.clone();p.defines.HORIZONTAL_PASS=1;let m=new si;m.setAttribute(`position`,new Kr(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let h=new ji(m,f),g=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=1;let _=this.type;this.render=function(t,n,s){if(g.enabled===!1||g.autoUpdate===!1&&g.needsUpdate===!1||t.length===0)return;this.type===2&&(W(`WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead.`),this.type=1);let c=e.getRenderTarget(),l=e.getActiveCubeFace(),d=e.getActiveMipmapLevel(),f=e.state;f.setBlending(0),f.buffers.depth.getReversed()===!0?f.buffers.color.setClear(0,0,0,0):f.buffers.color.setClear(1,1,1,1),f.buffers.depth.setTest(!0),f.setScissorTest(!1);let p=_!==this.type;p&&n.traverse(function(e){e.material&&(Array.isArray(e.material)?e.material.forEach(e=>e.needsUpdate=!0):e.material.needsUpdate=!0)});for(let c=0,l=t.length;c<l;c++){let l=t[c],d=l.shadow;if(d===void 0){W(`WebGLShadowMap:`,l,`has no shadow.`);continue}if(d.autoUpdate===!1&&d.needsUpdate===!1)continue;i.copy(d.mapSize);let m=d.getFrameExtents();i.multiply(m),a.copy(d.mapSize),(i.x>u||i.y>u)&&(i.x>u&&(a.x=Math.floor(u/m.x),i.x=a.x*m.x,d.mapSize.x=a.x),i.y>u&&(a.y=Math.floor(u/m.y),i.y=a.y*m.y,d.mapSize.y=a.y));let h=e.state.buffers.depth.getReversed();if(d.camera._reversedDepth=h,d.map===null||p===!0){if(d.map!==null&&(d.map.depthTexture!==null&&(d.map.depthTexture.dispose(),d.map.depthTexture=null),d.map.dispose()),this.type===3){if(l.isPointLight){W(`WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.`);continue}d.map=new On(i.x,i.y,{format:Be,type:De,minFilter:B,magFilter:B,generateMipmaps:!1}),d.map.texture.name=l.name+`.shadowMap`,d.map.depthTexture=new ca(i.x,i.y,U),d.map.depthTexture.name=l.name+`.shadowMapDepth`,d.map.depthTexture.format=Ie,d.map.depthTexture.compareFunction=null,d.map.depthTexture.minFilter=ye,d.map.depthTexture.magFilter=ye}else l.isPointLight?(d.map=new Ao(i.x),d.map.depthTexture=new la(i.x,Ee)):(d.map=new On(i.x,i.y),d.map.depthTexture=new ca(i.x,i.y,Ee)),d.map.depthTexture.name=l.name+`.shadowMap`,d.map.depthTexture.format=Ie,this.type===1?(d.map.depthTexture.compareFunction=h?518:515,d.map.depthTexture.minFilter=B,d.map.depthTexture.magFilter=B):(d.map.depthTexture.compareFunction=null,d.map.depthTexture.minFilter=ye,d.map.depthTexture.magFilter=ye);d.camera.updateProjectionMatrix()}d.map.isWebGLCubeRenderTarget!==!0&&(d.map.width!==i.x||d.map.height!==i.y)&&d.map.setSize(i.x,i.y);let g=d.map.isWebGLCubeRenderTarget?6:d.getViewportCount();l.isPointLight!==!0&&d.updateMatrices(l,s);let _=d.camera.layers.mask&4294967294?d.camera.layers:s.layers;for(let t=0;t<g;t++){let i=d.getCamera(t);if(l.isPointLight){let e=d.camera,n=d.matrix,r=l.distance||e.far;r!==e.far&&(e.far=r,e.updateProjectionMatrix()),dl.setFromMatrixPosition(l.matrixWorld),e.position.copy(dl),fl.copy(e.position),fl.add(cl[t]),e.up.copy(ll[t]),e.lookAt(fl),e.updateMatrixWorld(),n.makeTranslation(-dl.x,-dl.y,-dl.z),ul.multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse),d._frustum.setFromProjectionMatrix(ul,e.coordinateSystem,e.reversedDepth)}if(d.map.isWebGLCubeRenderTarget)e.setRenderTarget(d.map,t),e.clear();else{t===0&&(e.setRenderTarget(d.map),e.clear());let n=d.getViewport(t);o.set(a.x*n.x,a.y*n.y,a.x*n.z,a.y*n.w),f.viewport(o)}r=d.getFrustum(t),b(n,s,i,l,_,this.type)}d.isPointLightShadow!==!0&&this.type===3&&v(d,s),d.needsUpdate=!1}_=this.type,g.needsUpdate=!1,e.setRenderTarget(c,l,d)};function v(n,r){let a=t.update(h);f.defines.VSM_SAMPLES!==n.blurSamples&&(f.defines.VSM_SAMPLES=n.blurSamples,p.defines.VSM_SAMPLES=n.blurSamples,f.needsUpdate=!0,p.needsUpdate=!0),n.mapPass===null?n.mapPass=new On(i.x,i.y,{format:Be,type:De}):(n.mapPass.width!==n.map.width||n.mapPass.height!==n.map.height)&&n.mapPass.setSize(n.map.width,n.map.height),f.uniforms.shadow_pass.value=n.map.depthTexture,f.uniforms.resolution.value.set(n.map.width,n.map.height),f.uniforms.radius.value=n.radius,e.setRenderTarget(n.mapPass),e.clear(),e.renderBufferDirect(r,null,a,f,h,null),p.uniforms.shadow_pass.value=n.mapPass.texture,p.uniforms.resolution.value.set(n.map.width,n.map.height),p.uniforms.radius.value=n.radius,e.setRenderTarget(n.map),e.clear(),e.renderBufferDirect(r,null,a,p,h,null)}function y(t,n,r,i){let a=null,o=r.isPointLight===!0?t.customDistanceMaterial:t.customDepthMaterial;if(o!==void 0)a=o;else if(a=r.isPointLight===!0?c:s,e.localClippingEnabled&&n.clipShadows===!0&&Array.isArray(n.clippingPlanes)&&n.clippingPlanes.length!==0||n.displacementMap&&n.displacementScale!==0||n.alphaMap&&n.alphaTest>0||n.map&&n.alphaTest>0||n.alphaToCoverage===!0){let e=a.uuid,t=n.uuid,r=l[e];r===void 0&&(r={},l[e]=r);let i=r[t];i===void 0&&(i=a.clone(),r[t]=i,n.addEventListener(`dispose`,x)),a=i}if(a.visible=n.visible,a.wireframe=n.wireframe,i===3?a.side=n.shadowSide===null?n.side:n.shadowSide:a.side=n.shadowSide===null?d[n.side]:n.shadowSide,a.alphaMap=n.alphaMap,a.alphaTest=n.alphaToCoverage===!0?.5:n.alphaTest,a.map=n.map,a.clipShadows=n.clipShadows,a.clippingPlanes=n.clippingPlanes,a.clipIntersection=n.clipIntersection,a.displacementMap=n.displacementMap,a.displacementScale=n.displacementScale,a.displacementBias=n.displacementBias,a.wireframeLinewidth=n.wireframeLinewidth,a.linewidth=n.linewidth,r.isPointLight===!0&&a.isMeshDistanceMaterial===!0){let t=e.properties.get(a);t.light=r}return a}function b(n,i,a,o,s,c){if(n.visible===!1)return;if(n.layers.test(s)&&(n.isMesh||n.isLine||n.isPoints)&&(n.castShadow||n.receiveShadow&&c===3)&&(!n.frustumCulled||n.intersectsFrustum(r))){n.modelViewMatrix.multiplyMatrices(a.matrixWorldInverse,n.matrixWorld);let r=t.update(n),s=n.material;if(Array.isArray(s)){let t=r.groups;for(let l=0,u=t.length;l<u;l++){let u=t[l],d=s[u.materialIndex];if(d&&d.visible){let t=y(n,d,o,c);n.onBeforeShadow(e,n,i,a,r,t,u),e.renderBufferDirect(a,null,r,t,n,u),n.onAfterShadow(e,n,i,a,r,t,u)}}}else if(s.visible){let t=y(n,s,o,c);n.onBeforeShadow(e,n,i,a,r,t,null),e.renderBufferDirect(a,null,r,t,n,null),n.onAfterShadow(e,n,i,a,r,t,null)}}let l=n.children;for(let e=0,t=l.length;e<t;e++)b(l[e],i,a,o,s,c)}function x(e){e.target.removeEventListener(`dispose`,x);for(let t in l){let n=l[t],r=e.target.uuid;r in n&&(n[r].dispose(),delete n[r])}}}function ml(e,t){function n(){let t=!1,n=new En,r=null,i=new En(0,0,0,0);return{setMask:function(n){r!==n&&!t&&(e.colorMask(n,n,n,n),r=n)},setLocked:function(e){t=e},setClear:function(t,r,a,o,s){s===!0&&(t*=o,r*=o,a*=o),n.set(t,r,a,o),i.equals(n)===!1&&(e.clearColor(t,r,a,o),i.copy(n))},reset:function(){t=!1,r=null,i.set(-1,0,0,0)}}}function r(){let n=!1,r=!1,i=null,a=null,o=null;return{setReversed:function(e){if(r!==e){let n=t.get(`EXT_clip_control`);e?n.clipControlEXT(n.LOWER_LEFT_EXT,n.ZERO_TO_ONE_EXT):n.clipControlEXT(n.LOWER_LEFT_EXT,n.NEGATIVE_ONE_TO_ONE_EXT),r=e;let i=o;o=null,this.setClear(i)}},getReversed:function(){return r},setTest:function(t){t?R(e.DEPTH_TEST):oe(e.DEPTH_TEST)},setMask:function(t){i!==t&&!n&&(e.depthMask(t),i=t)},setFunc:function(t){if(r&&(t=Xt[t]),a!==t){switch(t){case 0:e.depthFunc(e.NEVER);break;case 1:e.depthFunc(e.ALWAYS);break;case 2:e.depthFunc(e.LESS);break;case 3:e.depthFunc(e.LEQUAL);break;case 4:e.depthFunc(e.EQUAL);break;case 5:e.depthFunc(e.GEQUAL);break;case 6:e.depthFunc(e.GREATER);break;case 7:e.depthFunc(e.NOTEQUAL);break;default:e.depthFunc(e.LEQUAL)}a=t}},setLocked:function(e){n=e},setClear:function(t){o!==t&&(o=t,r&&(t=1-t),e.clearDepth(t))},reset:function(){n=!1,i=null,a=null,o=null,r=!1}}}function i(){let t=!1,n=null,r=null,i=null,a=null,o=null,s=null,c=null,l=null;return{setTest:function(n){t||(n?R(e.STENCIL_TEST):oe(e.STENCIL_TEST))},setMask:function(r){n!==r&&!t&&(e.stencilMask(r),n=r)},setFunc:function(t,n,o){(r!==t||i!==n||a!==o)&&(e.stencilFunc(t,n,o),r=t,i=n,a=o)},setOp:function(t,n,r){(o!==t||s!==n||c!==r)&&(e.stencilOp(t,n,r),o=t,s=n,c=r)},setLocked:function(e){t=e},setClear:function(t){l!==t&&(e.clearStencil(t),l=t)},reset:function(){t=!1,n=null,r=null,i=null,a=null,o=null,s=null,c=null,l=null}}}let a=new n,o=new r,s=new i,c={},l=new WeakMap,u={},d={},f={},p=new WeakMap,m=[],h=null,g=!1,_=null,v=null,y=null,b=null,x=null,S=null,C=null,w=new Z(0,0,0),T=0,E=!1,D=null,O=null,k=null,A=null,j=null,M=e.getParameter(e.MAX_COMBINED_TEXTURE_IMAGE_UNITS),N=!1,P=0,F=e.getParameter(e.VERSION);F.indexOf(`WebGL`)===-1?F.indexOf(`OpenGL ES`)!==-1&&(P=parseFloat(/^OpenGL ES (\d)/.exec(F)[1]),N=P>=2):(P=parseFloat(/^WebGL (\d)/.exec(F)[1]),N=P>=1);let I=null,ee={},te=e.getParameter(e.SCISSOR_BOX),ne=e.getParameter(e.VIEWPORT),re=new En().fromArray(te),ie=new En().fromArray(ne);function ae(t,n,r,i){let a=new Uint8Array(4),o=e.createTexture();e.bindTexture(t,o),e.texParameteri(t,e.TEXTURE_MIN_FILTER,e.NEAREST),e.texParameteri(t,e.TEXTURE_MAG_FILTER,e.NEAREST);for(let o=0;o<r;o++)t===e.TEXTURE_3D||t===e.TEXTURE_2D_ARRAY?e.texImage3D(n,0,e.RGBA,1,1,i,0,e.RGBA,e.UNSIGNED_BYTE,a):e.texImage2D(n+o,0,e.RGBA,1,1,0,e.RGBA,e.UNSIGNED_BYTE,a);return o}let L={};L[e.TEXTURE_2D]=ae(e.TEXTURE_2D,e.TEXTURE_2D,1),L[e.TEXTURE_CUBE_MAP]=ae(e.TEXTURE_CUBE_MAP,e.TEXTURE_CUBE_MAP_POSITIVE_X,6),L[e.TEXTURE_2D_ARRAY]=ae(e.TEXTURE_2D_ARRAY,e.TEXTURE_2D_ARRAY,1,1),L[e.TEXTURE_3D]=ae(e.TEXTURE_3D,e.TEXTURE_3D,1,1),a.setClear(0,0,0,1),o.setClear(1),s.setClear(0),R(e.DEPTH_TEST),o.setFunc(3),me(!1),he(1),R(e.CULL_FACE),fe(0);function R(t){u[t]!==!0&&(e.enable(t),u[t]=!0)}function oe(t){u[t]!==!1&&(e.disable(t),u[t]=!1)}function se(t,n){return f[t]!==n&&(e.bindFramebuffer(t,n),f[t]=n,t===e.DRAW_FRAMEBUFFER&&(f[e.FRAMEBUFFER]=n),t===e.FRAMEBUFFER&&(f[e.DRAW_FRAMEBUFFER]=n),!0)}function ce(t,n){let r=m,i=!1;if(t){r=p.get(n),r===void 0&&(r=[],p.set(n,r));let a=t.textures;if(r.length!==a.length||r[0]!==e.COLOR_ATTACHMENT0){for(let t=0,n=a.length;t<n;t++)r[t]=e.COLOR_ATTACHMENT0+t;r.length=a.length,i=!0}}else r[0]!==e.BACK&&(r[0]=e.BACK,i=!0);i&&e.drawBuffers(r)}function le(t){return h!==t&&(e.useProgram(t),h=t,!0)}let ue={100:e.FUNC_ADD,101:e.FUNC_SUBTRACT,102:e.FUNC_REVERSE_SUBTRACT};ue[103]=e.MIN,ue[104]=e.MAX;let de={200:e.ZERO,201:e.ONE,202:e.SRC_COLOR,204:e.SRC_ALPHA,210:e.SRC_ALPHA_SATURATE,208:e.DST_COLOR,206:e.DST_ALPHA,203:e.ONE_MINUS_SRC_COLOR,205:e.ONE_MINUS_SRC_ALPHA,209:e.ONE_MINUS_DST_COLOR,207:e.ONE_MINUS_DST_ALPHA,211:e.CONSTANT_COLOR,212:e.ONE_MINUS_CONSTANT_COLOR,213:e.CONSTANT_ALPHA,214:e.ONE_MINUS_CONSTANT_ALPHA};function fe(t,n,r,i,a,o,s,c,l,u){if(t===0)g===!0&&(oe(e.BLEND),g=!1);else if(g===!1&&(R(e.BLEND),g=!0),t!==5){if(t!==_||u!==E){if((v!==100||x!==100)&&(e.blendEquation(e.FUNC_ADD),v=100,x=100),u)switch(t){case 1:e.blendFuncSeparate(e.ONE,e.ONE_MINUS_SRC_ALPHA,e.ONE,e.ONE_MINUS_SRC_ALPHA);break;case 2:e.blendFunc(e.ONE,e.ONE);break;case 3:e.blendFuncSeparate(e.ZERO,e.ONE_MINUS_SRC_COLOR,e.ZERO,e.ONE);break;case 4:e.blendFuncSeparate(e.DST_COLOR,e.ONE_MINUS_SRC_ALPHA,e.ZERO,e.ONE);break;default:G(`WebGLState: Invalid blending: `,t)}else switch(t){case 1:e.blendFuncSeparate(e.SRC_ALPHA,e.ONE_MINUS_SRC_ALPHA,e.ONE,e.ONE_MINUS_SRC_ALPHA);break;case 2:e.blendFuncSeparate(e.SRC_ALPHA,e.ONE,e.ONE,e.ONE);break;case 3:G(`WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true`);break;case 4:G(`WebGLState: MultiplyBlending requires material.premultipliedAlpha = true`);break;default:G(`WebGLState: Invalid blending: `,t)}y=null,b=null,S=null,C=null,w.set(0,0,0),T=0,_=t,E=u}}else a||=n,o||=r,s||=i,(n!==v||a!==x)&&(e.blendEquationSeparate(ue[n],ue[a]),v=n,x=a),(r!==y||i!==b||o!==S||s!==C)&&(e.blendFuncSeparate(de[r],de[i],de[o],de[s]),y=r,b=i,S=o,C=s),(c.equals(w)===!1||l!==T)&&(e.blendColor(c.r,c.g,c.b,l),w.copy(c),T=l),_=t,E=!1}function pe(t,n){t.side===2?oe(e.CULL_FACE):R(e.CULL_FACE);let r=t.side===1;n&&(r=!r),me(r),t.blending===1&&t.transparent===!1?fe(0):fe(t.blending,t.blendEquation,t.blendSrc,t.blendDst,t.blendEquationAlpha,t.blendSrcAlpha,t.blendDstAlpha,t.blendColor,t.blendAlpha,t.premultipliedAlpha),o.setFunc(t.depthFunc),o.setTest(t.depthTest),o.setMask(t.depthWrite),a.setMask(t.colorWrite);let i=t.stencilWrite;s.setTest(i),i&&(s.setMask(t.stencilWriteMask),s.setFunc(t.stencilFunc,t.stencilRef,t.stencilFuncMask),s.setOp(t.stencilFail,t.stencilZFail,t.stencilZPass)),_e(t.polygonOffset,t.polygonOffsetFactor,t.polygonOffsetUnits),t.alphaToCoverage===!0?R(e.SAMPLE_ALPHA_TO_COVERAGE):oe(e.SAMPLE_ALPHA_TO_COVERAGE)}function me(t){D!==t&&(t?e.frontFace(e.CW):e.frontFace(e.CCW),D=t)}function he(t){t===0?oe(e.CULL_FACE):(R(e.CULL_FACE),t!==O&&(t===1?e.cullFace(e.BACK):t===2?e.cullFace(e.FRONT):e.cullFace(e.FRONT_AND_BACK))),O=t}function ge(t){t!==k&&(N&&e.lineWidth(t),k=t)}function _e(t,n,r){t?(R(e.POLYGON_OFFSET_FILL),(A!==n||j!==r)&&(A=n,j=r,o.getReversed()&&(n=-n,r=-r),e.polygonOffset(n,r))):oe(e.POLYGON_OFFSET_FILL)}function ve(t){t?R(e.SCISSOR_TEST):oe(e.SCISSOR_TEST)}function ye(t){t===void 0&&(t=e.TEXTURE0+M-1),I!==t&&(e.activeTexture(t),I=t)}function z(t,n,r){r===void 0&&(r=I===null?e.TEXTURE0+M-1:I);let i=ee[r];i===void 0&&(i={type:void 0,texture:void 0},ee[r]=i),(i.type!==t||i.texture!==n)&&(I!==r&&(e.activeTexture(r),I=r),e.bindTexture(t,n||L[t]),i.type=t,i.texture=n)}function be(){let t=ee[I];t!==void 0&&t.type!==void 0&&(e.bindTexture(t.type,null),t.type=void 0,t.texture=void 0)}function B(){try{e.compressedTexImage2D(...arguments)}catch(e){G(`WebGLState:`,e)}}function xe(){try{e.compressedTexImage3D(...arguments)}catch(e){G(`WebGLState:`,e)}}function Se(){try{e.texSubImage2D(...arguments)}catch(e){G(`WebGLState:`,e)}}function Ce(){try{e.texSubImage3D(...arguments)}catch(e){G(`WebGLState:`,e)}}function V(){try{e.compressedTexSubImage2D(...arguments)}catch(e){G(`WebGLState:`,e)}}function we(){try{e.compressedTexSubImage3D(...arguments)}catch(e){G(`WebGLState:`,e)}}function Te(){try{e.texStorage2D(...arguments)}catch(e){G(`WebGLState:`,e)}}function H(){try{e.texStorage3D(...arguments)}catch(e){G(`WebGLState:`,e)}}function Ee(){try{e.texImage2D(...arguments)}catch(e){G(`WebGLState:`,e)}}function U(){try{e.texImage3D(...arguments)}catch(e){G(`WebGLState:`,e)}}function De(t){return d[t]===void 0?e.getParameter(t):d[t]}function Oe(t,n){d[t]!==n&&(e.pixelStorei(t,n),d[t]=n)}function ke(t){re.equals(t)===!1&&(e.scissor(t.x,t.y,t.z,t.w),re.copy(t))}function Ae(t){ie.equals(t)===!1&&(e.viewport(t.x,t.y,t.z,t.w),ie.copy(t))}function je(t,n){let r=l.get(n);r===void 0&&(r=new WeakMap,l.set(n,r));let i=r.get(t);i===void 0&&(i=e.getUniformBlockIndex(n,t.name),e.uniformBlockBinding(n,i,i),r.set(t,i))}function Me(t,n,r){let i=l.get(n).get(t);c[i]!==r&&(e.bindBufferBase(e.UNIFORM_BUFFER,i,r),c[i]=r)}function Ne(){e.disable(e.BLEND),e.disable(e.CULL_FACE),e.disable(e.DEPTH_TEST),e.disable(e.POLYGON_OFFSET_FILL),e.disable(e.SCISSOR_TEST),e.disable(e.STENCIL_TEST),e.disable(e.SAMPLE_ALPHA_TO_COVERAGE),e.blendEquation(e.FUNC_ADD),e.blendFunc(e.ONE,e.ZERO),e.blendFuncSeparate(e.ONE,e.ZERO,e.ONE,e.ZERO),e.blendColor(0,0,0,0),e.colorMask(!0,!0,!0,!0),e.clearColor(0,0,0,0),e.depthMask(!0),e.depthFunc(e.LESS),o.setReversed(!1),e.clearDepth(1),e.stencilMask(4294967295),e.stencilFunc(e.ALWAYS,0,4294967295),e.stencilOp(e.KEEP,e.KEEP,e.KEEP),e.clearStencil(0),e.cullFace(e.BACK),e.frontFace(e.CCW),e.polygonOffset(0,0),e.activeTexture(e.TEXTURE0),e.bindFramebuffer(e.FRAMEBUFFER,null),e.bindFramebuffer(e.DRAW_FRAMEBUFFER,null),e.bindFramebuffer(e.READ_FRAMEBUFFER,null),e.useProgram(null),e.lineWidth(1),e.scissor(0,0,e.canvas.width,e.canvas.height),e.viewport(0,0,e.canvas.width,e.canvas.height),e.pixelStorei(e.PACK_ALIGNMENT,4),e.pixelStorei(e.UNPACK_ALIGNMENT,4),e.pixelStorei(e.UNPACK_FLIP_Y_WEBGL,!1),e.pixelStorei(e.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),e.pixelStorei(e.UNPACK_COLORSPACE_CONVERSION_WEBGL,e.BROWSER_DEFAULT_WEBGL),e.pixelStorei(e.PACK_ROW_LENGTH,0),e.pixelStorei(e.PACK_SKIP_PIXELS,0),e.pixelStorei(e.PACK_SKIP_ROWS,0),e.pixelStorei(e.UNPACK_ROW_LENGTH,0),e.pixelStorei(e.UNPACK_IMAGE_HEIGHT,0),e.pixelStorei(e.UNPACK_SKIP_PIXELS,0),e.pixelStorei(e.UNPACK_SKIP_ROWS,0),e.pixelStorei(e.UNPACK_SKIP_IMAGES,0),u={},d={},I=null,ee={},f={},c={},p=new WeakMap,m=[],h=null,g=!1,_=null,v=null,y=null,b=null,x=null,S=null,C=null,w=new Z(0,0,0),T=0,E=!1,D=null,O=null,k=null,A=null,j=null,re.set(0,0,e.canvas.width,e.canvas.height),ie.set(0,0,e.canvas.width,e.canvas.height),a.reset(),o.reset(),s.reset()}return{buffers:{color:a,depth:o,stencil:s},enable:R,disable:oe,bindFramebuffer:se,drawBuffers:ce,useProgram:le,setBlending:fe,setMaterial:pe,setFlipSided:me,setCullFace:he,setLineWidth:ge,setPolygonOffset:_e,setScissorTest:ve,activeTexture:ye,bindTexture:z,unbindTexture:be,compressedTexImage2D:B,compressedTexImage3D:xe,texImage2D:Ee,texImage3D:U,pixelStorei:Oe,getParameter:De,updateUBOMapping:je,uniformBlockBinding:Me,texStorage2D:Te,texStorage3D:H,texSubImage2D:Se,texSubImage3D:Ce,compressedTexSubImage2D:V,compressedTexSubImage3D:we,scissor:ke,viewport:Ae,reset:Ne}}function hl(e,t,n,r,i,a,o){let s=t.has(`WEBGL_multisampled_render_to_texture`)?t.get(`WEBGL_multisampled_render_to_texture`):null,c=typeof navigator>`u`?!1:/OculusBrowser/g.test(navigator.userAgent),l=new q,u=new WeakMap,d=new Set,f,p=new WeakMap,m=new Set,h=new FinalizationRegistry(e=>m.delete(e)),g=!1;try{g=typeof OffscreenCanvas<`u`&&new OffscreenCanvas(1,1).getContext(`2d`)!==null}catch{}function _(e,t){return g?new OffscreenCanvas(e,t):Ut(`canvas`)}function v(e,t,n){let r=1,i=Me(e);if((i.width>n||i.height>n)&&(r=n/Math.max(i.width,i.height)),r<1){if(typeof HTMLImageElement<`u`&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<`u`&&e instanceof HTMLCanvasElement||typeof ImageBitmap<`u`&&e instanceof ImageBitmap||typeof VideoFrame<`u`&&e instanceof VideoFrame){let n=Math.floor(r*i.width),a=Math.floor(r*i.height);f===void 0&&(f=_(n,a));let o=t?_(n,a):f;return o.width=n,o.height=a,o.getContext(`2d`).drawImage(e,0,0,n,a),W(`WebGLRenderer: Texture has been resized from (`+i.width+`x`+i.height+`) to (`+n+`x`+a+`).`),o}return`data`in e&&W(`WebGLRenderer: Image in DataTexture is too big (`+i.width+`x`+i.height+`).`),e}return e}function y(e){return e.generateMipmaps}function b(t){e.generateMipmap(t)}function x(t){return t.isWebGLCubeRenderTarget?e.TEXTURE_CUBE_MAP:t.isWebGL3DRenderTarget?e.TEXTURE_3D:t.isWebGLArrayRenderTarget||t.isCompressedArrayTexture?e.TEXTURE_2D_ARRAY:e.TEXTURE_2D}function S(n,r,i,a,o,s=!1){if(n!==null){if(e[n]!==void 0)return e[n];W(`WebGLRenderer: Attempt to use non-existing WebGL internal format '`+n+`'`)}let c;a&&(c=t.get(`EXT_texture_norm16`),c||W(`WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension`));let l=r;if(r===e.RED&&(i===e.FLOAT&&(l=e.R32F),i===e.HALF_FLOAT&&(l=e.R16F),i===e.UNSIGNED_BYTE&&(l=e.R8),i===e.UNSIGNED_SHORT&&c&&(l=c.R16_EXT),i===e.SHORT&&c&&(l=c.R16_SNORM_EXT)),r===e.RED_INTEGER&&(i===e.UNSIGNED_BYTE&&(l=e.R8UI),i===e.UNSIGNED_SHORT&&(l=e.R16UI),i===e.UNSIGNED_INT&&(l=e.R32UI),i===e.BYTE&&(l=e.R8I),i===e.SHORT&&(l=e.R16I),i===e.INT&&(l=e.R32I)),r===e.RG&&(i===e.FLOAT&&(l=e.RG32F),i===e.HALF_FLOAT&&(l=e.RG16F),i===e.UNSIGNED_BYTE&&(l=e.RG8),i===e.UNSIGNED_SHORT&&c&&(l=c.RG16_EXT),i===e.SHORT&&c&&(l=c.RG16_SNORM_EXT)),r===e.RG_INTEGER&&(i===e.UNSIGNED_BYTE&&(l=e.RG8UI),i===e.UNSIGNED_SHORT&&(l=e.RG16UI),i===e.UNSIGNED_INT&&(l=e.RG32UI),i===e.BYTE&&(l=e.RG8I),i===e.SHORT&&(l=e.RG16I),i===e.INT&&(l=e.RG32I)),r===e.RGB_INTEGER&&(i===e.UNSIGNED_BYTE&&(l=e.RGB8UI),i===e.UNSIGNED_SHORT&&(l=e.RGB16UI),i===e.UNSIGNED_INT&&(l=e.RGB32UI),i===e.BYTE&&(l=e.RGB8I),i===e.SHORT&&(l=e.RGB16I),i===e.INT&&(l=e.RGB32I)),r===e.RGBA_INTEGER&&(i===e.UNSIGNED_BYTE&&(l=e.RGBA8UI),i===e.UNSIGNED_SHORT&&(l=e.RGBA16UI),i===e.UNSIGNED_INT&&(l=e.RGBA32UI),i===e.BYTE&&(l=e.RGBA8I),i===e.SHORT&&(l=e.RGBA16I),i===e.INT&&(l=e.RGBA32I)),r===e.RGB&&(i===e.UNSIGNED_SHORT&&c&&(l=c.RGB16_EXT),i===e.SHORT&&c&&(l=c.RGB16_SNORM_EXT),i===e.UNSIGNED_INT_5_9_9_9_REV&&(l=e.RGB9_E5),i===e.UNSIGNED_INT_10F_11F_11F_REV&&(l=e.R11F_G11F_B10F)),r===e.RGBA){let t=s?Ft:X.getTransfer(o);i===e.FLOAT&&(l=e.RGBA32F),i===e.HALF_FLOAT&&(l=e.RGBA16F),i===e.UNSIGNED_BYTE&&(l=t===`srgb`?e.SRGB8_ALPHA8:e.RGBA8),i===e.UNSIGNED_SHORT&&c&&(l=c.RGBA16_EXT),i===e.SHORT&&c&&(l=c.RGBA16_SNORM_EXT),i===e.UNSIGNED_SHORT_4_4_4_4&&(l=e.RGBA4),i===e.UNSIGNED_SHORT_5_5_5_1&&(l=e.RGB5_A1)}return(l===e.R16F||l===e.R32F||l===e.RG16F||l===e.RG32F||l===e.RGBA16F||l===e.RGBA32F)&&t.get(`EXT_color_buffer_float`),l}function C(t,n){let r;return t?n===null||n===1014||n===1020?r=e.DEPTH24_STENCIL8:n===1015?r=e.DEPTH32F_STENCIL8:n===1012&&(r=e.DEPTH24_STENCIL8,W(`DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.`)):n===null||n===1014||n===1020?r=e.DEPTH_COMPONENT24:n===1015?r=e.DEPTH_COMPONENT32F:n===1012&&(r=e.DEPTH_COMPONENT16),r}function w(e,t){return y(e)===!0||e.isFramebufferTexture&&e.minFilter!==1003&&e.minFilter!==1006?Math.log2(Math.max(t.width,t.height))+1:e.mipmaps.length>0?e.mipmaps.length:e.isCompressedTexture&&Array.isArray(e.image)?t.mipmaps.length:1}function T(e){let t=new WeakRef(e);r.get(e).__ref=t,m.add(t),h.register(e,t,t)}function E(e){let t=r.get(e).__ref;t!==void 0&&(m.delete(t),h.unregister(t))}function D(e){k(e.target)}function O(e){A(e.target)}function k(e){e.removeEventListener(`dispose`,D),E(e),M(e),e.isVideoTexture&&u.delete(e),e.isHTMLTexture&&d.delete(e)}function A(e){e.removeEventListener(`dispose`,O),E(e),P(e)}function j(){for(let e of m){let t=e.deref();t!==void 0&&(t.isRenderTarget===!0?A(t):k(t))}m.clear(),d.clear()}function M(e){let t=r.get(e);if(t.__webglInit===void 0)return;let n=e.source,i=p.get(n);if(i){let r=i[t.__cacheKey];r.usedTimes--,r.usedTimes===0&&N(e),Object.keys(i).length===0&&p.delete(n)}r.remove(e)}function N(t){let n=r.get(t);e.deleteTexture(n.__webglTexture);let i=t.source,a=p.get(i);delete a[n.__cacheKey],o.memory.textures--}function P(t){let n=r.get(t);n.__depthDisposeCallback&&n.__depthDisposeCallback();let i=t.depthTexture;if(i&&i.renderTarget===t&&k(i),t.isWebGLCubeRenderTarget)for(let t=0;t<6;t++){if(Array.isArray(n.__webglFramebuffer[t]))for(let r=0;r<n.__webglFramebuffer[t].length;r++)e.deleteFramebuffer(n.__webglFramebuffer[t][r]);else e.deleteFramebuffer(n.__webglFramebuffer[t]);n.__webglDepthbuffer&&e.deleteRenderbuffer(n.__webglDepthbuffer[t])}else{if(Array.isArray(n.__webglFramebuffer))for(let t=0;t<n.__webglFramebuffer.length;t++)e.deleteFramebuffer(n.__webglFramebuffer[t]);else e.deleteFramebuffer(n.__webglFramebuffer);if(n.__webglDepthbuffer&&e.deleteRenderbuffer(n.__webglDepthbuffer),n.__webglMultisampledFramebuffer&&e.deleteFramebuffer(n.__webglMultisampledFramebuffer),n.__webglColorRenderbuffer)for(let t=0;t<n.__webglColorRenderbuffer.length;t++)n.__webglColorRenderbuffer[t]&&e.deleteRenderbuffer(n.__webglColorRenderbuffer[t]);n.__webglDepthRenderbuffer&&e.deleteRenderbuffer(n.__webglDepthRenderbuffer)}let a=t.textures;for(let t=0,n=a.length;t<n;t++){let n=r.get(a[t]);n.__webglTexture&&(e.deleteTexture(n.__webglTexture),o.memory.textures--),r.remove(a[t])}r.remove(t)}let F=0;function I(){F=0}function ee(){return F}function te(e){F=e}function ne(){let e=F;return e>=i.maxTextures&&W(`WebGLTextures: Trying to use `+(e+1)+` texture units while this GPU supports only `+i.maxTextures),F+=1,e}function re(e){let t=[];return t.push(e.wrapS),t.push(e.wrapT),t.push(e.wrapR||0),t.push(e.magFilter),t.push(e.minFilter),t.push(e.anisotropy),t.push(e.internalFormat),t.push(e.format),t.push(e.type),t.push(e.generateMipmaps),t.push(e.mipmapsAutoUpdate),t.push(e.premultiplyAlpha),t.push(e.flipY),t.push(e.unpackAlignment),t.push(e.colorSpace),t.join()}function ie(t,i){let a=r.get(t);if(t.isVideoTexture&&Ae(t),t.isRenderTargetTexture===!1&&t.isExternalTexture!==!0&&t.version>0&&a.__version!==t.version){let e=t.image;if(e===null)W(`WebGLRenderer: Texture marked for update but no image data found.`);else if(e.complete===!1)W(`WebGLRenderer: Texture marked for update but image is incomplete`);else{pe(a,t,i);return}}else t.isExternalTexture&&(a.__webglTexture=t.sourceTexture?t.sourceTexture:null);n.bindTexture(e.TEXTURE_2D,a.__webglTexture,e.TEXTURE0+i)}function ae(t,i){let a=r.get(t);t.isRenderTargetTexture===!1&&t.version>0&&a.__version!==t.version?pe(a,t,i):(t.isExternalTexture&&(a.__webglTexture=t.sourceTexture?t.sourceTexture:null),n.bindTexture(e.TEXTURE_2D_ARRAY,a.__webglTexture,e.TEXTURE0+i))}function L(t,i){let a=r.get(t);t.isRenderTargetTexture===!1&&t.version>0&&a.__version!==t.version?pe(a,t,i):n.bindTexture(e.TEXTURE_3D,a.__webglTexture,e.TEXTURE0+i)}function R(t,i){let a=r.get(t);t.version>0&&a.__version!==t.version?me(a,t,i):n.bindTexture(e.TEXTURE_CUBE_MAP,a.__webglTexture,e.TEXTURE0+i)}let oe={[ge]:e.REPEAT,[_e]:e.CLAMP_TO_EDGE,[ve]:e.MIRRORED_REPEAT},se={[ye]:e.NEAREST,[z]:e.NEAREST_MIPMAP_NEAREST,[be]:e.NEAREST_MIPMAP_LINEAR,[B]:e.LINEAR,[xe]:e.LINEAR_MIPMAP_NEAREST,[Se]:e.LINEAR_MIPMAP_LINEAR},ce={512:e.NEVER,519:e.ALWAYS,513:e.LESS,515:e.LEQUAL,514:e.EQUAL,518:e.GEQUAL,516:e.GREATER,517:e.NOTEQUAL};function le(n,a){if(a.type===1015&&t.has(`OES_texture_float_linear`)===!1&&(a.magFilter===1006||a.magFilter===1007||a.magFilter===1005||a.magFilter===1008||a.minFilter===1006||a.minFilter===1007||a.minFilter===1005||a.minFilter===1008)&&W(`WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device.`),e.texParameteri(n,e.TEXTURE_WRAP_S,oe[a.wrapS]),e.texParameteri(n,e.TEXTURE_WRAP_T,oe[a.wrapT]),(n===e.TEXTURE_3D||n===e.TEXTURE_2D_ARRAY)&&e.texParameteri(n,e.TEXTURE_WRAP_R,oe[a.wrapR]),e.texParameteri(n,e.TEXTURE_MAG_FILTER,se[a.magFilter]),e.texParameteri(n,e.TEXTURE_MIN_FILTER,se[a.minFilter]),a.compareFunction&&(e.texParameteri(n,e.TEXTURE_COMPARE_MODE,e.COMPARE_REF_TO_TEXTURE),e.texParameteri(n,e.TEXTURE_COMPARE_FUNC,ce[a.compareFunction])),t.has(`EXT_texture_filter_anisotropic`)===!0){if(a.magFilter===1003||a.minFilter!==1005&&a.minFilter!==1008||a.type===1015&&t.has(`OES_texture_float_linear`)===!1)return;if(a.anisotropy>1||r.get(a).__currentAnisotropy){let o=t.get(`EXT_texture_filter_anisotropic`);e.texParameterf(n,o.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(a.anisotropy,i.getMaxAnisotropy())),r.get(a).__currentAnisotropy=a.anisotropy}}}function ue(t,n){let r=!1;t.__webglInit===void 0&&(t.__webglInit=!0,n.addEventListener(`dispose`,D),T(n));let i=n.source,a=p.get(i);a===void 0&&(a={},p.set(i,a));let s=re(n);if(s!==t.__cacheKey){a[s]===void 0&&(a[s]={texture:e.createTexture(),usedTimes:0},o.memory.textures++,r=!0),a[s].usedTimes++;let i=a[t.__cacheKey];i!==void 0&&(a[t.__cacheKey].usedTimes--,i.usedTimes===0&&N(n)),t.__cacheKey=s,t.__webglTexture=a[s].texture}return r}function de(e,t,n){return Math.floor(Math.floor(e/n)/t)}function fe(t,r,i,a){let o=t.updateRanges;if(o.length===0)n.texSubImage2D(e.TEXTURE_2D,0,0,0,r.width,r.height,i,a,r.data);else{o.sort((e,t)=>e.start-t.start);let s=0;for(let e=1;e<o.length;e++){let t=o[s],n=o[e],i=t.start+t.count,a=de(n.start,r.width,4),c=de(t.start,r.width,4);n.start<=i+1&&a===c&&de(n.start+n.count-1,r.width,4)===a?t.count=Math.max(t.count,n.start+n.count-t.start):(++s,o[s]=n)}o.length=s+1;let c=n.getParameter(e.UNPACK_ROW_LENGTH),l=n.getParameter(e.UNPACK_SKIP_PIXELS),u=n.getParameter(e.UNPACK_SKIP_ROWS);n.pixelStorei(e.UNPACK_ROW_LENGTH,r.width);for(let t=0,s=o.length;t<s;t++){let s=o[t],c=Math.floor(s.start/4),l=Math.ceil(s.count/4),u=c%r.width,d=Math.floor(c/r.width),f=l;n.pixelStorei(e.UNPACK_SKIP_PIXELS,u),n.pixelStorei(e.UNPACK_SKIP_ROWS,d),n.texSubImage2D(e.TEXTURE_2D,0,u,d,f,1,i,a,r.data)}t.clearUpdateRanges(),n.pixelStorei(e.UNPACK_ROW_LENGTH,c),n.pixelStorei(e.UNPACK_SKIP_PIXELS,l),n.pixelStorei(e.UNPACK_SKIP_ROWS,u)}}function pe(t,o,s){let c=e.TEXTURE_2D;(o.isDataArrayTexture||o.isCompressedArrayTexture)&&(c=e.TEXTURE_2D_ARRAY),o.isData3DTexture&&(c=e.TEXTURE_3D);let l=ue(t,o),u=o.source;n.bindTexture(c,t.__webglTexture,e.TEXTURE0+s);let f=r.get(u);if(u.version!==f.__version||l===!0){if(n.activeTexture(e.TEXTURE0+s),!(typeof ImageBitmap<`u`&&o.image instanceof ImageBitmap)){let t=X.getPrimaries(X.workingColorSpace),r=o.colorSpace===``?null:X.getPrimaries(o.colorSpace),i=o.colorSpace===``||t===r?e.NONE:e.BROWSER_DEFAULT_WEBGL;n.pixelStorei(e.UNPACK_FLIP_Y_WEBGL,o.flipY),n.pixelStorei(e.UNPACK_PREMULTIPLY_ALPHA_WEBGL,o.premultiplyAlpha),n.pixelStorei(e.UNPACK_COLORSPACE_CONVERSION_WEBGL,i)}n.pixelStorei(e.UNPACK_ALIGNMENT,o.unpackAlignment);let t=v(o.image,!1,i.maxTextureSize);t=je(o,t);let r=a.convert(o.format,o.colorSpace),p=a.convert(o.type),m=S(o.internalFormat,r,p,o.normalized,o.colorSpace,o.isVideoTexture);le(c,o);let h,g=o.mipmaps,_=o.isVideoTexture!==!0,x=f.__version===void 0||l===!0,T=u.dataReady,E=w(o,t);if(o.isDepthTexture)m=C(o.format===Le,o.type),x&&(_?n.texStorage2D(e.TEXTURE_2D,1,m,t.width,t.height):n.texImage2D(e.TEXTURE_2D,0,m,t.width,t.height,0,r,p,null));else if(o.isDataTexture){if(g.length>0){_&&x&&n.texStorage2D(e.TEXTURE_2D,E,m,g[0].width,g[0].height);for(let t=0,i=g.length;t<i;t++)h=g[t],_?T&&n.texSubImage2D(e.TEXTURE_2D,t,0,0,h.width,h.height,r,p,h.data):n.texImage2D(e.TEXTURE_2D,t,m,h.width,h.height,0,r,p,h.data);o.generateMipmaps=!1}else _?(x&&n.texStorage2D(e.TEXTURE_2D,E,m,t.width,t.height),T&&fe(o,t,r,p)):n.texImage2D(e.TEXTURE_2D,0,m,t.width,t.height,0,r,p,t.data)}else if(o.isCompressedTexture){if(o.isCompressedArrayTexture){_&&x&&n.texStorage3D(e.TEXTURE_2D_ARRAY,E,m,g[0].width,g[0].height,t.depth);for(let i=0,a=g.length;i<a;i++)if(h=g[i],o.format!==1023){if(r!==null){if(_){if(T){if(o.layerUpdates.size>0){let t=_o(h.width,h.height,o.format,o.type);for(let a of o.layerUpdates){let o=h.data.subarray(a*t/h.data.BYTES_PER_ELEMENT,(a+1)*t/h.data.BYTES_PER_ELEMENT);n.compressedTexSubImage3D(e.TEXTURE_2D_ARRAY,i,0,0,a,h.width,h.height,1,r,o)}}else n.compressedTexSubImage3D(e.TEXTURE_2D_ARRAY,i,0,0,0,h.width,h.height,t.depth,r,h.data)}}else n.compressedTexImage3D(e.TEXTURE_2D_ARRAY,i,m,h.width,h.height,t.depth,0,h.data,0,0)}else W(`WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()`)}else _?T&&n.texSubImage3D(e.TEXTURE_2D_ARRAY,i,0,0,0,h.width,h.height,t.depth,r,p,h.data):n.texImage3D(e.TEXTURE_2D_ARRAY,i,m,h.width,h.height,t.depth,0,r,p,h.data);o.layerUpdates.size>0&&o.clearLayerUpdates()}else{_&&x&&n.texStorage2D(e.TEXTURE_2D,E,m,g[0].width,g[0].height);for(let t=0,i=g.length;t<i;t++)h=g[t],o.format===1023?_?T&&n.texSubImage2D(e.TEXTURE_2D,t,0,0,h.width,h.height,r,p,h.data):n.texImage2D(e.TEXTURE_2D,t,m,h.width,h.height,0,r,p,h.data):r===null?W(`WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()`):_?T&&n.compressedTexSubImage2D(e.TEXTURE_2D,t,0,0,h.width,h.height,r,h.data):n.compressedTexImage2D(e.TEXTURE_2D,t,m,h.width,h.height,0,h.data)}}else if(o.isDataArrayTexture){if(_){if(x&&n.texStorage3D(e.TEXTURE_2D_ARRAY,E,m,t.width,t.height,t.depth),T){if(o.layerUpdates.size>0){let i=_o(t.width,t.height,o.format,o.type);for(let a of o.layerUpdates){let o=t.data.subarray(a*i/t.data.BYTES_PER_ELEMENT,(a+1)*i/t.data.BYTES_PER_ELEMENT);n.texSubImage3D(e.TEXTURE_2D_ARRAY,0,0,0,a,t.width,t.height,1,r,p,o)}o.clearLayerUpdates()}else n.texSubImage3D(e.TEXTURE_2D_ARRAY,0,0,0,0,t.width,t.height,t.depth,r,p,t.data)}}else n.texImage3D(e.TEXTURE_2D_ARRAY,0,m,t.width,t.height,t.depth,0,r,p,t.data)}else if(o.isData3DTexture)_?(x&&n.texStorage3D(e.TEXTURE_3D,E,m,t.width,t.height,t.depth),T&&n.texSubImage3D(e.TEXTURE_3D,0,0,0,0,t.width,t.height,t.depth,r,p,t.data)):n.texImage3D(e.TEXTURE_3D,0,m,t.width,t.height,t.depth,0,r,p,t.data);else if(o.isFramebufferTexture){if(x){if(_)n.texStorage2D(e.TEXTURE_2D,E,m,t.width,t.height);else{let i=t.width,a=t.height;for(let t=0;t<E;t++)n.texImage2D(e.TEXTURE_2D,t,m,i,a,0,r,p,null),i>>=1,a>>=1}}}else if(o.isHTMLTexture){if(`texElementImage2D`in e){let n=e.canvas;if(n.hasAttribute(`layoutsubtree`)||n.setAttribute(`layoutsubtree`,`true`),t.parentNode!==n){n.appendChild(t),d.add(o),n.onpaint=e=>{let t=e.changedElements;for(let e of d)t.includes(e.image)&&(e.needsUpdate=!0)},n.requestPaint();return}if(e.texElementImage2D.length===3)e.texElementImage2D(e.TEXTURE_2D,e.RGBA8,t);else{let n=e.RGBA,r=e.RGBA,i=e.UNSIGNED_BYTE;e.texElementImage2D(e.TEXTURE_2D,0,n,r,i,t)}e.texParameteri(e.TEXTURE_2D,e.TEXTURE_MIN_FILTER,e.LINEAR),e.texParameteri(e.TEXTURE_2D,e.TEXTURE_WRAP_S,e.CLAMP_TO_EDGE),e.texParameteri(e.TEXTURE_2D,e.TEXTURE_WRAP_T,e.CLAMP_TO_EDGE)}}else if(g.length>0){if(_&&x){let t=Me(g[0]);n.texStorage2D(e.TEXTURE_2D,E,m,t.width,t.height)}for(let t=0,i=g.length;t<i;t++)h=g[t],_?T&&n.texSubImage2D(e.TEXTURE_2D,t,0,0,r,p,h):n.texImage2D(e.TEXTURE_2D,t,m,r,p,h);o.generateMipmaps=!1}else if(_){if(x){let r=Me(t);n.texStorage2D(e.TEXTURE_2D,E,m,r.width,r.height)}T&&n.texSubImage2D(e.TEXTURE_2D,0,0,0,r,p,t)}else n.texImage2D(e.TEXTURE_2D,0,m,r,p,t);y(o)&&o.mipmapsAutoUpdate===!0&&b(c),f.__version=u.version,o.onUpdate&&o.onUpdate(o)}t.__version=o.version}function me(t,o,s){if(o.image.length!==6)return;let c=ue(t,o),l=o.source;n.bindTexture(e.TEXTURE_CUBE_MAP,t.__webglTexture,e.TEXTURE0+s);let u=r.get(l);if(l.version!==u.__version||c===!0){n.activeTexture(e.TEXTURE0+s);let t=X.getPrimaries(X.workingColorSpace),r=o.colorSpace===``?null:X.getPrimaries(o.colorSpace),d=o.colorSpace===``||t===r?e.NONE:e.BROWSER_DEFAULT_WEBGL;n.pixelStorei(e.UNPACK_FLIP_Y_WEBGL,o.flipY),n.pixelStorei(e.UNPACK_PREMULTIPLY_ALPHA_WEBGL,o.premultiplyAlpha),n.pixelStorei(e.UNPACK_ALIGNMENT,o.unpackAlignment),n.pixelStorei(e.UNPACK_COLORSPACE_CONVERSION_WEBGL,d);let f=o.isCompressedTexture||o.image[0].isCompressedTexture,p=o.image[0]&&o.image[0].isDataTexture,m=[];for(let e=0;e<6;e++)!f&&!p?m[e]=v(o.image[e],!0,i.maxCubemapSize):m[e]=p?o.image[e].image:o.image[e],m[e]=je(o,m[e]);let h=m[0],g=a.convert(o.format,o.colorSpace),_=a.convert(o.type),x=S(o.internalFormat,g,_,o.normalized,o.colorSpace),T=o.isVideoTexture!==!0,E=u.__version===void 0||c===!0,D=l.dataReady,O=w(o,h);le(e.TEXTURE_CUBE_MAP,o);let k;if(o.isDepthTexture){if(x=C(o.format===Le,o.type),E){if(T)n.texStorage2D(e.TEXTURE_CUBE_MAP,1,x,h.width,h.height);else for(let t=0;t<6;t++)n.texImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,0,x,h.width,h.height,0,g,_,null)}}else if(f){T&&E&&n.texStorage2D(e.TEXTURE_CUBE_MAP,O,x,h.width,h.height);for(let t=0;t<6;t++){k=m[t].mipmaps;for(let r=0;r<k.length;r++){let i=k[r];o.format===1023?T?D&&n.texSubImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r,0,0,i.width,i.height,g,_,i.data):n.texImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r,x,i.width,i.height,0,g,_,i.data):g===null?W(`WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()`):T?D&&n.compressedTexSubImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r,0,0,i.width,i.height,g,i.data):n.compressedTexImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r,x,i.width,i.height,0,i.data)}}}else{if(k=o.mipmaps,T&&E){k.length>0&&O++;let t=Me(m[0]);n.texStorage2D(e.TEXTURE_CUBE_MAP,O,x,t.width,t.height)}for(let t=0;t<6;t++)if(p){T?D&&n.texSubImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,0,0,0,m[t].width,m[t].height,g,_,m[t].data):n.texImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,0,x,m[t].width,m[t].height,0,g,_,m[t].data);for(let r=0;r<k.length;r++){let i=k[r].image[t].image;T?D&&n.texSubImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r+1,0,0,i.width,i.height,g,_,i.data):n.texImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r+1,x,i.width,i.height,0,g,_,i.data)}}else{T?D&&n.texSubImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,0,0,0,g,_,m[t]):n.texImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,0,x,g,_,m[t]);for(let r=0;r<k.length;r++){let i=k[r];T?D&&n.texSubImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r+1,0,0,g,_,i.image[t]):n.texImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r+1,x,g,_,i.image[t])}}}y(o)&&o.mipmapsAutoUpdate===!0&&b(e.TEXTURE_CUBE_MAP),u.__version=l.version,o.onUpdate&&o.onUpdate(o)}t.__version=o.version}function he(t,i,o,c,l,u){let d=a.convert(o.format,o.colorSpace),f=a.convert(o.type),p=S(o.internalFormat,d,f,o.normalized,o.colorSpace),m=r.get(i),h=r.get(o);if(h.__renderTarget=i,!m.__hasExternalTextures){let t=Math.max(1,i.width>>u),r=Math.max(1,i.height>>u);l===e.TEXTURE_3D||l===e.TEXTURE_2D_ARRAY?n.texImage3D(l,u,p,t,r,i.depth,0,d,f,null):n.texImage2D(l,u,p,t,r,0,d,f,null)}n.bindFramebuffer(e.FRAMEBUFFER,t),ke(i)?s.framebufferTexture2DMultisampleEXT(e.FRAMEBUFFER,c,l,h.__webglTexture,0,Oe(i)):(l===e.TEXTURE_2D||l>=e.TEXTURE_CUBE_MAP_POSITIVE_X&&l<=e.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&e.framebufferTexture2D(e.FRAMEBUFFER,c,l,h.__webglTexture,u),n.bindFramebuffer(e.FRAMEBUFFER,null)}function Ce(t,n,r){if(e.bindRenderbuffer(e.RENDERBUFFER,t),n.depthBuffer){let i=n.depthTexture,a=i&&i.isDepthTexture?i.type:null,o=C(n.stencilBuffer,a),c=n.stencilBuffer?e.DEPTH_STENCIL_ATTACHMENT:e.DEPTH_ATTACHMENT;ke(n)?s.renderbufferStorageMultisampleEXT(e.RENDERBUFFER,Oe(n),o,n.width,n.height):r?e.renderbufferStorageMultisample(e.RENDERBUFFER,Oe(n),o,n.width,n.height):e.renderbufferStorage(e.RENDERBUFFER,o,n.width,n.height),e.framebufferRenderbuffer(e.FRAMEBUFFER,c,e.RENDERBUFFER,t)}else{let t=n.textures;for(let i=0;i<t.length;i++){let o=t[i],c=a.convert(o.format,o.colorSpace),l=a.convert(o.type),u=S(o.internalFormat,c,l,o.normalized,o.colorSpace);ke(n)?s.renderbufferStorageMultisampleEXT(e.RENDERBUFFER,Oe(n),u,n.width,n.height):r?e.renderbufferStorageMultisample(e.RENDERBUFFER,Oe(n),u,n.width,n.height):e.renderbufferStorage(e.RENDERBUFFER,u,n.width,n.height)}}e.bindRenderbuffer(e.RENDERBUFFER,null)}function V(t,i,a){let o=i.isWebGLCubeRenderTarget===!0;if(n.bindFramebuffer(e.FRAMEBUFFER,t),!(i.depthTexture&&i.depthTexture.isDepthTexture))throw Error(`THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.`);let c=r.get(i.depthTexture);c.__renderTarget=i;let l=o?i.depthTexture.image[0]:i.depthTexture.image;c.__webglTexture&&l.width===i.width&&l.height===i.height||(l.width=i.width,l.height=i.height,i.depthTexture.needsUpdate=!0),o?R(i.depthTexture,0):ie(i.depthTexture,0);let u=c.__webglTexture,d=Oe(i),f=o?e.TEXTURE_CUBE_MAP_POSITIVE_X+a:e.TEXTURE_2D,p=i.depthTexture.format===1027?e.DEPTH_STENCIL_ATTACHMENT:e.DEPTH_ATTACHMENT;if(i.depthTexture.format===1026)ke(i)?s.framebufferTexture2DMultisampleEXT(e.FRAMEBUFFER,p,f,u,0,d):e.framebufferTexture2D(e.FRAMEBUFFER,p,f,u,0);else if(i.depthTexture.format===1027)ke(i)?s.framebufferTexture2DMultisampleEXT(e.FRAMEBUFFER,p,f,u,0,d):e.framebufferTexture2D(e.FRAMEBUFFER,p,f,u,0);else throw Error(`THREE.WebGLTextures: Unknown depthTexture format.`)}function we(t){let i=r.get(t),a=t.isWebGLCubeRenderTarget===!0;if(i.__boundDepthTexture!==t.depthTexture){let e=t.depthTexture;if(i.__depthDisposeCallback&&i.__depthDisposeCallback(),e){let t=()=>{delete i.__boundDepthTexture,delete i.__depthDisposeCallback,e.removeEventListener(`dispose`,t)};e.addEventListener(`dispose`,t),i.__depthDisposeCallback=t}i.__boundDepthTexture=e}if(t.depthTexture&&!i.__autoAllocateDepthBuffer){if(a)for(let e=0;e<6;e++)V(i.__webglFramebuffer[e],t,e);else t.texture.mipmaps.length>0?V(i.__webglFramebuffer[0],t,0):V(i.__webglFramebuffer,t,0)}else if(a){i.__webglDepthbuffer=[];for(let r=0;r<6;r++)if(n.bindFramebuffer(e.FRAMEBUFFER,i.__webglFramebuffer[r]),i.__webglDepthbuffer[r]===void 0)i.__webglDepthbuffer[r]=e.createRenderbuffer(),Ce(i.__webglDepthbuffer[r],t,!1);else{let n=t.stencilBuffer?e.DEPTH_STENCIL_ATTACHMENT:e.DEPTH_ATTACHMENT,a=i.__webglDepthbuffer[r];e.bindRenderbuffer(e.RENDERBUFFER,a),e.framebufferRenderbuffer(e.FRAMEBUFFER,n,e.RENDERBUFFER,a)}}else if(t.texture.mipmaps.length>0?n.bindFramebuffer(e.FRAMEBUFFER,i.__webglFramebuffer[0]):n.bindFramebuffer(e.FRAMEBUFFER,i.__webglFramebuffer),i.__webglDepthbuffer===void 0)i.__webglDepthbuffer=e.createRenderbuffer(),Ce(i.__webglDepthbuffer,t,!1);else{let n=t.stencilBuffer?e.DEPTH_STENCIL_ATTACHMENT:e.DEPTH_ATTACHMENT,r=i.__webglDepthbuffer;e.bindRenderbuffer(e.RENDERBUFFER,r),e.framebufferRenderbuffer(e.FRAMEBUFFER,n,e.RENDERBUFFER,r)}n.bindFramebuffer(e.FRAMEBUFFER,null)}function Te(t,n,i){let a=r.get(t);n!==void 0&&he(a.__webglFramebuffer,t,t.texture,e.COLOR_ATTACHMENT0,e.TEXTURE_2D,0),i!==void 0&&we(t)}function H(t){let i=t.texture,s=r.get(t),c=r.get(i);t.addEventListener(`dispose`,O),T(t);let l=t.textures,u=t.isWebGLCubeRenderTarget===!0,d=l.length>1;if(d||(c.__webglTexture===void 0&&(c.__webglTexture=e.createTexture()),c.__version=i.version,o.memory.textures++),u){s.__webglFramebuffer=[];for(let t=0;t<6;t++)if(i.mipmaps.length>0){s.__webglFramebuffer[t]=[];for(let n=0;n<i.mipmaps.length;n++)s.__webglFramebuffer[t][n]=e.createFramebuffer()}else s.__webglFramebuffer[t]=e.createFramebuffer()}else{if(i.mipmaps.length>0){s.__webglFramebuffer=[];for(let t=0;t<i.mipmaps.length;t++)s.__webglFramebuffer[t]=e.createFramebuffer()}else s.__webglFramebuffer=e.createFramebuffer();if(d)for(let t=0,n=l.length;t<n;t++){let n=r.get(l[t]);n.__webglTexture===void 0&&(n.__webglTexture=e.createTexture(),o.memory.textures++)}if(t.samples>0&&ke(t)===!1){s.__webglMultisampledFramebuffer=e.createFramebuffer(),s.__webglColorRenderbuffer=[],n.bindFramebuffer(e.FRAMEBUFFER,s.__webglMultisampledFramebuffer);for(let n=0;n<l.length;n++){let r=l[n];s.__webglColorRenderbuffer[n]=e.createRenderbuffer(),e.bindRenderbuffer(e.RENDERBUFFER,s.__webglColorRenderbuffer[n]);let i=a.convert(r.format,r.colorSpace),o=a.convert(r.type),c=S(r.internalFormat,i,o,r.normalized,r.colorSpace,t.isXRRenderTarget===!0),u=Oe(t);e.renderbufferStorageMultisample(e.RENDERBUFFER,u,c,t.width,t.height),e.framebufferRenderbuffer(e.FRAMEBUFFER,e.COLOR_ATTACHMENT0+n,e.RENDERBUFFER,s.__webglColorRenderbuffer[n])}e.bindRenderbuffer(e.RENDERBUFFER,null),t.depthBuffer&&(s.__webglDepthRenderbuffer=e.createRenderbuffer(),Ce(s.__webglDepthRenderbuffer,t,!0)),n.bindFramebuffer(e.FRAMEBUFFER,null)}}if(u){n.bindTexture(e.TEXTURE_CUBE_MAP,c.__webglTexture),le(e.TEXTURE_CUBE_MAP,i);for(let n=0;n<6;n++)if(i.mipmaps.length>0)for(let r=0;r<i.mipmaps.length;r++)he(s.__webglFramebuffer[n][r],t,i,e.COLOR_ATTACHMENT0,e.TEXTURE_CUBE_MAP_POSITIVE_X+n,r);else he(s.__webglFramebuffer[n],t,i,e.COLOR_ATTACHMENT0,e.TEXTURE_CUBE_MAP_POSITIVE_X+n,0);y(i)?b(e.TEXTURE_CUBE_MAP):i.mipmaps.length>0&&e.texParameteri(e.TEXTURE_CUBE_MAP,e.TEXTURE_MAX_LEVEL,i.mipmaps.length-1),n.unbindTexture()}else if(d){for(let i=0,a=l.length;i<a;i++){let a=l[i],o=r.get(a),c=e.TEXTURE_2D;(t.isWebGL3DRenderTarget||t.isWebGLArrayRenderTarget)&&(c=t.isWebGL3DRenderTarget?e.TEXTURE_3D:e.TEXTURE_2D_ARRAY),n.bindTexture(c,o.__webglTexture),le(c,a),he(s.__webglFramebuffer,t,a,e.COLOR_ATTACHMENT0+i,c,0),y(a)&&b(c)}n.unbindTexture()}else{let r=e.TEXTURE_2D;if((t.isWebGL3DRenderTarget||t.isWebGLArrayRenderTarget)&&(r=t.isWebGL3DRenderTarget?e.TEXTURE_3D:e.TEXTURE_2D_ARRAY),n.bindTexture(r,c.__webglTexture),le(r,i),i.mipmaps.length>0)for(let n=0;n<i.mipmaps.length;n++)he(s.__webglFramebuffer[n],t,i,e.COLOR_ATTACHMENT0,r,n);else he(s.__webglFramebuffer,t,i,e.COLOR_ATTACHMENT0,r,0);y(i)?b(r):i.mipmaps.length>0&&e.texParameteri(r,e.TEXTURE_MAX_LEVEL,i.mipmaps.length-1),n.unbindTexture()}t.depthBuffer&&we(t)}function Ee(e){let t=e.textures;for(let i=0,a=t.length;i<a;i++){let a=t[i];if(y(a)&&a.mipmapsAutoUpdate===!0){let t=x(e),i=r.get(a).__webglTexture;n.bindTexture(t,i),b(t),n.unbindTexture()}}}let U=[];function De(t){if(t.samples>0){if(ke(t)===!1){let i=t.textures,a=t.width,o=t.height,s=e.COLOR_BUFFER_BIT,l=t.stencilBuffer?e.DEPTH_STENCIL_ATTACHMENT:e.DEPTH_ATTACHMENT,u=r.get(t),d=i.length>1;if(d)for(let t=0;t<i.length;t++)n.bindFramebuffer(e.FRAMEBUFFER,u.__webglMultisampledFramebuffer),e.framebufferRenderbuffer(e.FRAMEBUFFER,e.COLOR_ATTACHMENT0+t,e.RENDERBUFFER,null),n.bindFramebuffer(e.FRAMEBUFFER,u.__webglFramebuffer),e.framebufferTexture2D(e.DRAW_FRAMEBUFFER,e.COLOR_ATTACHMENT0+t,e.TEXTURE_2D,null,0);n.bindFramebuffer(e.READ_FRAMEBUFFER,u.__webglMultisampledFramebuffer),t.texture.mipmaps.length>0?n.bindFramebuffer(e.DRAW_FRAMEBUFFER,u.__webglFramebuffer[0]):n.bindFramebuffer(e.DRAW_FRAMEBUFFER,u.__webglFramebuffer);for(let n=0;n<i.length;n++){if(t.resolveDepthBuffer&&(t.depthBuffer&&(s|=e.DEPTH_BUFFER_BIT),t.stencilBuffer&&t.resolveStencilBuffer&&(s|=e.STENCIL_BUFFER_BIT)),d){e.framebufferRenderbuffer(e.READ_FRAMEBUFFER,e.COLOR_ATTACHMENT0,e.RENDERBUFFER,u.__webglColorRenderbuffer[n]);let t=r.get(i[n]).__webglTexture;e.framebufferTexture2D(e.DRAW_FRAMEBUFFER,e.COLOR_ATTACHMENT0,e.TEXTURE_2D,t,0)}e.blitFramebuffer(0,0,a,o,0,0,a,o,s,e.NEAREST),c===!0&&(U.length=0,U.push(e.COLOR_ATTACHMENT0+n),t.depthBuffer&&t.storeMultisampledDepthBuffer===!1&&U.push(l),e.invalidateFramebuffer(e.READ_FRAMEBUFFER,U))}if(n.bindFramebuffer(e.READ_FRAMEBUFFER,null),n.bindFramebuffer(e.DRAW_FRAMEBUFFER,null),d)for(let t=0;t<i.length;t++){n.bindFramebuffer(e.FRAMEBUFFER,u.__webglMultisampledFramebuffer),e.framebufferRenderbuffer(e.FRAMEBUFFER,e.COLOR_ATTACHMENT0+t,e.RENDERBUFFER,u.__webglColorRenderbuffer[t]);let a=r.get(i[t]).__webglTexture;n.bindFramebuffer(e.FRAMEBUFFER,u.__webglFramebuffer),e.framebufferTexture2D(e.DRAW_FRAMEBUFFER,e.COLOR_ATTACHMENT0+t,e.TEXTURE_2D,a,0)}n.bindFramebuffer(e.DRAW_FRAMEBUFFER,u.__webglMultisampledFramebuffer)}else if(t.depthBuffer&&t.storeMultisampledDepthBuffer===!1&&c){let n=t.stencilBuffer?e.DEPTH_STENCIL_ATTACHMENT:e.DEPTH_ATTACHMENT;e.invalidateFramebuffer(e.DRAW_FRAMEBUFFER,[n])}}}function Oe(e){return Math.min(i.maxSamples,e.samples)}function ke(e){let n=r.get(e);return e.samples>0&&t.has(`WEBGL_multisampled_render_to_texture`)===!0&&n.__useRenderToTexture!==!1}function Ae(e){let t=o.render.frame;u.get(e)!==t&&(u.set(e,t),e.update())}function je(e,t){let n=e.colorSpace,r=e.format,i=e.type;return e.isCompressedTexture===!0||e.isVideoTexture===!0||n!==`srgb-linear`&&n!==``&&(X.getTransfer(n)===`srgb`?(r!==1023||i!==1009)&&W(`WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType.`):G(`WebGLTextures: Unsupported texture color space:`,n)),t}function Me(e){return typeof HTMLImageElement<`u`&&e instanceof HTMLImageElement?(l.width=e.naturalWidth||e.width,l.height=e.naturalHeight||e.height):typeof VideoFrame<`u`&&e instanceof VideoFrame?(l.width=e.displayWidth,l.height=e.displayHeight):(l.width=e.width,l.height=e.height),l}this.allocateTextureUnit=ne,this.resetTextureUnits=I,this.getTextureUnits=ee,this.setTextureUnits=te,this.setTexture2D=ie,this.setTexture2DArray=ae,this.setTexture3D=L,this.setTextureCube=R,this.rebindTextures=Te,this.setupRenderTarget=H,this.updateRenderTargetMipmap=Ee,this.updateMultisampleRenderTarget=De,this.setupDepthRenderbuffer=we,this.setupFrameBufferTexture=he,this.useMultisampledRTT=ke,this.dispose=j}function gl(e,t){function n(n,r=``){let i,a=X.getTransfer(r);if(n===1009)return e.UNSIGNED_BYTE;if(n===1017)return e.UNSIGNED_SHORT_4_4_4_4;if(n===1018)return e.UNSIGNED_SHORT_5_5_5_1;if(n===35902)return e.UNSIGNED_INT_5_9_9_9_REV;if(n===35899)return e.UNSIGNED_INT_10F_11F_11F_REV;if(n===1010)return e.BYTE;if(n===1011)return e.SHORT;if(n===1012)return e.UNSIGNED_SHORT;if(n===1013)return e.INT;if(n===1014)return e.UNSIGNED_INT;if(n===1015)return e.FLOAT;if(n===1016)return e.HALF_FLOAT;if(n===1021)return e.ALPHA;if(n===1022)return e.RGB;if(n===1023)return e.RGBA;if(n===1026)return e.DEPTH_COMPONENT;if(n===1027)return e.DEPTH_STENCIL;if(n===1028)return e.RED;if(n===1029)return e.RED_INTEGER;if(n===1030)return e.RG;if(n===1031)return e.RG_INTEGER;if(n===1033)return e.RGBA_INTEGER;if(n===33776||n===33777||n===33778||n===33779){if(a===`srgb`){if(i=t.get(`WEBGL_compressed_texture_s3tc_srgb`),i!==null){if(n===33776)return i.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===33777)return i.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===33778)return i.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===33779)return i.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null}else if(i=t.get(`WEBGL_compressed_texture_s3tc`),i!==null){if(n===33776)return i.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===33777)return i.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===33778)return i.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===33779)return i.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null}if(n===35840||n===35841||n===35842||n===35843){if(i=t.get(`WEBGL_compressed_texture_pvrtc`),i!==null){if(n===35840)return i.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===35841)return i.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===35842)return i.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===35843)return i.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null}if(n===36196||n===37492||n===37496||n===37488||n===37489||n===37490||n===37491){if(i=t.get(`WEBGL_compressed_texture_etc`),i!==null){if(n===36196||n===37492)return a===`srgb`?i.COMPRESSED_SRGB8_ETC2:i.COMPRESSED_RGB8_ETC2;if(n===37496)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:i.COMPRESSED_RGBA8_ETC2_EAC;if(n===37488)return i.COMPRESSED_R11_EAC;if(n===37489)return i.COMPRESSED_SIGNED_R11_EAC;if(n===37490)return i.COMPRESSED_RG11_EAC;if(n===37491)return i.COMPRESSED_SIGNED_RG11_EAC}else return null}if(n===37808||n===37809||n===37810||n===37811||n===37812||n===37813||n===37814||n===37815||n===37816||n===37817||n===37818||n===37819||n===37820||n===37821){if(i=t.get(`WEBGL_compressed_texture_astc`),i!==null){if(n===37808)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:i.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===37809)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:i.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===37810)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:i.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===37811)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:i.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===37812)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:i.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===37813)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:i.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===37814)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:i.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===37815)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:i.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===37816)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:i.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===37817)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:i.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===37818)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:i.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===37819)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:i.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===37820)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:i.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===37821)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:i.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null}if(n===36492||n===36494||n===36495){if(i=t.get(`EXT_texture_compression_bptc`),i!==null){if(n===36492)return a===`srgb`?i.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:i.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===36494)return i.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===36495)return i.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null}if(n===36283||n===36284||n===36285||n===36286){if(i=t.get(`EXT_texture_compression_rgtc`),i!==null){if(n===36283)return i.COMPRESSED_RED_RGTC1_EXT;if(n===36284)return i.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===36285)return i.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===36286)return i.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null}return n===1020?e.UNSIGNED_INT_24_8:e[n]===void 0?null:e[n]}return{convert:n}}var _l=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,vl=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,yl=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(e,t){if(this.texture===null){let n=new ua(e.texture);(e.depthNear!==t.depthNear||e.depthFar!==t.depthFar)&&(this.depthNear=e.depthNear,this.depthFar=e.depthFar),this.texture=n}}getMesh(e){if(this.texture!==null&&this.mesh===null){let t=e.cameras[0].viewport,n=new xa({vertexShader:_l,fragmentShader:vl,uniforms:{depthColor:{value:this.texture},depthWidth:{value:t.z},depthHeight:{value:t.w}}});this.mesh=new ji(new fa(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},bl=class extends Zt{constructor(e,t){super();let n=this,r=null,i=1,a=null,o=`local-floor`,s=1,c=null,l=null,u=null,d=null,f=null,p=null,m=typeof XRWebGLBinding<`u`,h=new yl,g={},_=t.getContextAttributes(),v=null,y=null,b=[],x=[],S=new q,C=null,w=null,T=new Qa;T.viewport=new En;let E=new Qa;E.viewport=new En;let D=[T,E],O=new ro,k=null,A=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(e){let t=b[e];return t===void 0&&(t=new sr,b[e]=t),t.getTargetRaySpace()},this.getControllerGrip=function(e){let t=b[e];return t===void 0&&(t=new sr,b[e]=t),t.getGripSpace()},this.getHand=function(e){let t=b[e];return t===void 0&&(t=new sr,b[e]=t),t.getHandSpace()};function j(e){let t=x.indexOf(e.inputSource);if(t===-1)return;let n=b[t];n!==void 0&&(n.update(e.inputSource,e.frame,c||a),n.dispatchEvent({type:e.type,data:e.inputSource}))}function M(){r.removeEventListener(`select`,j),r.removeEventListener(`selectstart`,j),r.removeEventListener(`selectend`,j),r.removeEventListener(`squeeze`,j),r.removeEventListener(`squeezestart`,j),r.removeEventListener(`squeezeend`,j),r.removeEventListener(`end`,M),r.removeEventListener(`inputsourceschange`,N);for(let e=0;e<b.length;e++){let t=x[e];t!==null&&(x[e]=null,b[e].disconnect(t))}k=null,A=null,h.reset();for(let e in g)delete g[e];if(e.setRenderTarget(v),f=null,d=null,u=null,r=null,y=null,te.stop(),n.isPresenting=!1,e.setPixelRatio(C),e.setSize(S.width,S.height,!1),w!==null){let e=w.camera;e.fov=w.fov,e.zoom=w.zoom,e.updateProjectionMatrix(),w=null}n.dispatchEvent({type:`sessionend`})}this.setFramebufferScaleFactor=function(e){i=e,n.isPresenting===!0&&W(`WebXRManager: Cannot change framebuffer scale while presenting.`)},this.setReferenceSpaceType=function(e){o=e,n.isPresenting===!0&&W(`WebXRManager: Cannot change reference space type while presenting.`)},this.getReferenceSpace=function(){return c||a},this.setReferenceSpace=function(e){c=e},this.getBaseLayer=function(){return d===null?f:d},this.getBinding=function(){return u===null&&m&&(u=new XRWebGLBinding(r,t)),u},this.getFrame=function(){return p},this.getSession=function(){return r},this.setSession=async function(l){if(r=l,r!==null){if(v=e.getRenderTarget(),r.addEventListener(`select`,j),r.addEventListener(`selectstart`,j),r.addEventListener(`selectend`,j),r.addEventListener(`squeeze`,j),r.addEventListener(`squeezestart`,j),r.addEventListener(`squeezeend`,j),r.addEventListener(`end`,M),r.addEventListener(`inputsourceschange`,N),_.xrCompatible!==!0&&await t.makeXRCompatible(),C=e.getPixelRatio(),e.getSize(S),m&&`createProjectionLayer`in XRWebGLBinding.prototype){let n=null,a=null,o=null;_.depth&&(o=_.stencil?t.DEPTH24_STENCIL8:t.DEPTH_COMPONENT24,n=_.stencil?Le:Ie,a=_.stencil?Ae:Ee);let s={colorFormat:t.RGBA8,depthFormat:o,scaleFactor:i};u=this.getBinding(),d=u.createProjectionLayer(s),r.updateRenderState({layers:[d]}),e.setPixelRatio(1),e.setSize(d.textureWidth,d.textureHeight,!1),y=new On(d.textureWidth,d.textureHeight,{format:Fe,type:Ce,depthTexture:new ca(d.textureWidth,d.textureHeight,a,void 0,void 0,void 0,void 0,void 0,void 0,n),stencilBuffer:_.stencil,colorSpace:e.outputColorSpace,samples:_.antialias?4:0,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}else{let n={antialias:_.antialias,alpha:!0,depth:_.depth,stencil:_.stencil,framebufferScaleFactor:i};f=new XRWebGLLayer(r,t,n),r.updateRenderState({baseLayer:f}),e.setPixelRatio(1),e.setSize(f.framebufferWidth,f.framebufferHeight,!1),y=new On(f.framebufferWidth,f.framebufferHeight,{format:Fe,type:Ce,colorSpace:e.outputColorSpace,stencilBuffer:_.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}y.isXRRenderTarget=!0,this.setFoveation(s),c=null,a=await r.requestReferenceSpace(o),te.setContext(r),te.start(),n.isPresenting=!0,n.dispatchEvent({type:`sessionstart`})}},this.getEnvironmentBlendMode=function(){if(r!==null)return r.environmentBlendMode},this.getDepthTexture=function(){return h.getDepthTexture()};function N(e){for(let t=0;t<e.removed.length;t++){let n=e.removed[t],r=x.indexOf(n);r>=0&&(x[r]=null,b[r].disconnect(n))}for(let t=0;t<e.added.length;t++){let n=e.added[t],r=x.indexOf(n);if(r===-1){for(let e=0;e<b.length;e++)if(e>=x.length){x.push(n),r=e;break}else if(x[e]===null){x[e]=n,r=e;break}if(r===-1)break}let i=b[r];i&&i.connect(n)}}function P(e,t){t===null?e.matrixWorld.copy(e.matrix):e.matrixWorld.multiplyMatrices(t.matrixWorld,e.matrix),e.matrixWorldInverse.copy(e.matrixWorld).invert()}this.updateCamera=function(e){if(r===null)return;let t=e.near,n=e.far;h.texture!==null&&(h.depthNear>0&&(t=h.depthNear),h.depthFar>0&&(n=h.depthFar)),O.near=E.near=T.near=t,O.far=E.far=T.far=n,(k!==O.near||A!==O.far)&&(r.updateRenderState({depthNear:O.near,depthFar:O.far}),k=O.near,A=O.far),O.layers.mask=e.layers.mask|6,T.layers.mask=O.layers.mask&-5,E.layers.mask=O.layers.mask&-3;let i=e.parent,a=O.cameras;P(O,i);for(let e=0;e<a.length;e++)P(a[e],i);O.projectionMatrix.copy(T.projectionMatrix),O.projectionMatrixInverse.copy(T.projectionMatrixInverse),w===null&&e.isPerspectiveCamera&&(w={camera:e,fov:e.fov,zoom:e.zoom}),F(e,O,i)};function F(e,t,n){n===null?e.matrix.copy(t.matrixWorld):(e.matrix.copy(n.matrixWorld),e.matrix.invert(),e.matrix.multiply(t.matrixWorld)),e.matrix.decompose(e.position,e.quaternion,e.scale),e.updateMatrixWorld(!0),e.projectionMatrix.copy(t.projectionMatrix),e.projectionMatrixInverse.copy(t.projectionMatrixInverse),e.isPerspectiveCamera&&(e.fov=en*2*Math.atan(1/e.projectionMatrix.elements[5]),e.zoom=1)}this.getCamera=function(){return O},this.getFoveation=function(){if(d!==null||f!==null)return s},this.setFoveation=function(e){s=e,d!==null&&(d.fixedFoveation=e),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=e)},this.hasDepthSensing=function(){return h.texture!==null},this.getDepthSensingMesh=function(){return h.getMesh(O)},this.getCameraTexture=function(e){return g[e]};let I=null;function ee(t,i){if(l=i.getViewerPose(c||a),p=i,l!==null){let t=l.views;f!==null&&(e.setRenderTargetFramebuffer(y,f.framebuffer),e.setRenderTarget(y));let i=!1;t.length!==O.cameras.length&&(O.cameras.length=0,i=!0);for(let n=0;n<t.length;n++){let r=t[n],a=null;if(f!==null)a=f.getViewport(r);else{let t=u.getViewSubImage(d,r);a=t.viewport,n===0&&(e.setRenderTargetTextures(y,t.colorTexture,t.depthStencilTexture),e.setRenderTarget(y))}let o=D[n];o===void 0&&(o=new Qa,o.layers.enable(n),o.viewport=new En,D[n]=o),o.matrix.fromArray(r.transform.matrix),o.matrix.decompose(o.position,o.quaternion,o.scale),o.projectionMatrix.fromArray(r.projectionMatrix),o.projectionMatrixInverse.copy(o.projectionMatrix).invert(),o.viewport.set(a.x,a.y,a.width,a.height),n===0&&(O.matrix.copy(o.matrix),O.matrix.decompose(O.position,O.quaternion,O.scale)),i===!0&&O.cameras.push(o)}let a=r.enabledFeatures;if(a&&a.includes(`depth-sensing`)&&r.depthUsage==`gpu-optimized`&&m){u=n.getBinding();let e=u.getDepthInformation(t[0]);e&&e.isValid&&e.texture&&h.init(e,r.renderState)}if(a&&a.includes(`camera-access`)&&m){e.state.unbindTexture(),u=n.getBinding();for(let e=0;e<t.length;e++){let n=t[e].camera;if(n){let e=g[n];e||(e=new ua,g[n]=e);let t=u.getCameraImage(n);e.sourceTexture=t}}}}for(let e=0;e<b.length;e++){let t=x[e],n=b[e];t!==null&&n!==void 0&&n.update(t,i,c||a)}I&&I(t,i),i.detectedPlanes&&n.dispatchEvent({type:`planesdetected`,data:i}),p=null}let te=new yo;te.setAnimationLoop(ee),this.setAnimationLoop=function(e){I=e},this.dispose=function(){}}},xl=new jn,Sl=new Y;Sl.set(-1,0,0,0,1,0,0,0,1);function Cl(e,t){function n(e,t){e.matrixAutoUpdate===!0&&e.updateMatrix(),t.value.copy(e.matrix)}function r(t,n){n.color.getRGB(t.fogColor.value,_a(e)),n.isFog?(t.fogNear.value=n.near,t.fogFar.value=n.far):n.isFogExp2&&(t.fogDensity.value=n.density)}function i(e,t,n,r,i){t.isNodeMaterial?t.uniformsNeedUpdate=!1:t.isMeshBasicMaterial?a(e,t):t.isMeshLambertMaterial?(a(e,t),t.envMap&&(e.envMapIntensity.value=t.envMapIntensity)):t.isMeshToonMaterial?(a(e,t),d(e,t)):t.isMeshPhongMaterial?(a(e,t),u(e,t),t.envMap&&(e.envMapIntensity.value=t.envMapIntensity)):t.isMeshStandardMaterial?(a(e,t),f(e,t),t.isMeshPhysicalMaterial&&p(e,t,i)):t.isMeshMatcapMaterial?(a(e,t),m(e,t)):t.isMeshDepthMaterial?a(e,t):t.isMeshDistanceMaterial?(a(e,t),h(e,t)):t.isMeshNormalMaterial?a(e,t):t.isLineBasicMaterial?(o(e,t),t.isLineDashedMaterial&&s(e,t)):t.isPointsMaterial?c(e,t,n,r):t.isSpriteMaterial?l(e,t):t.isShadowMaterial?(e.color.value.copy(t.color),e.opacity.value=t.opacity):t.isShaderMaterial&&(t.uniformsNeedUpdate=!1)}function a(e,r){e.opacity.value=r.opacity,r.color&&e.diffuse.value.copy(r.color),r.emissive&&e.emissive.value.copy(r.emissive).multiplyScalar(r.emissiveIntensity),r.map&&(e.map.value=r.map,n(r.map,e.mapTransform)),r.alphaMap&&(e.alphaMap.value=r.alphaMap,n(r.alphaMap,e.alphaMapTransform)),r.bumpMap&&(e.bumpMap.value=r.bumpMap,n(r.bumpMap,e.bumpMapTransform),e.bumpScale.value=r.bumpScale,r.side===1&&(e.bumpScale.value*=-1)),r.normalMap&&(e.normalMap.value=r.normalMap,n(r.normalMap,e.normalMapTransform),e.normalScale.value.copy(r.normalScale),r.side===1&&e.normalScale.value.negate()),r.displacementMap&&(e.displacementMap.value=r.displacementMap,n(r.displacementMap,e.displacementMapTransform),e.displacementScale.value=r.displacementScale,e.displacementBias.value=r.displacementBias),r.emissiveMap&&(e.emissiveMap.value=r.emissiveMap,n(r.emissiveMap,e.emissiveMapTransform)),r.specularMap&&(e.specularMap.value=r.specularMap,n(r.specularMap,e.specularMapTransform)),r.alphaTest>0&&(e.alphaTest.value=r.alphaTest);let i=t.get(r),a=i.envMap,o=i.envMapRotation;a&&(e.envMap.value=a,e.envMapRotation.value.setFromMatrix4(xl.makeRotationFromEuler(o)).transpose(),a.isCubeTexture&&a.isRenderTargetTexture===!1&&e.envMapRotation.value.premultiply(Sl),e.reflectivity.value=r.reflectivity,e.ior.value=r.ior,e.refractionRatio.value=r.refractionRatio),r.lightMap&&(e.lightMap.value=r.lightMap,e.lightMapIntensity.value=r.lightMapIntensity,n(r.lightMap,e.lightMapTransform)),r.aoMap&&(e.aoMap.value=r.aoMap,e.aoMapIntensity.value=r.aoMapIntensity,n(r.aoMap,e.aoMapTransform))}function o(e,t){e.diffuse.value.copy(t.color),e.opacity.value=t.opacity,t.map&&(e.map.value=t.map,n(t.map,e.mapTransform))}function s(e,t){e.dashSize.value=t.dashSize,e.totalSize.value=t.dashSize+t.gapSize,e.scale.value=t.scale}function c(e,t,r,i){e.diffuse.value.copy(t.color),e.opacity.value=t.opacity,e.size.value=t.size*r,e.scale.value=i*.5,t.map&&(e.map.value=t.map,n(t.map,e.uvTransform)),t.alphaMap&&(e.alphaMap.value=t.alphaMap,n(t.alphaMap,e.alphaMapTransform)),t.alphaTest>0&&(e.alphaTest.value=t.alphaTest)}function l(e,t){e.diffuse.value.copy(t.color),e.opacity.value=t.opacity,e.rotation.value=t.rotation,t.map&&(e.map.value=t.map,n(t.map,e.mapTransform)),t.alphaMap&&(e.alphaMap.value=t.alphaMap,n(t.alphaMap,e.alphaMapTransform)),t.alphaTest>0&&(e.alphaTest.value=t.alphaTest)}function u(e,t){e.specular.value.copy(t.specular),e.shininess.value=Math.max(t.shininess,1e-4)}function d(e,t){t.gradientMap&&(e.gradientMap.value=t.gradientMap)}function f(e,t){e.metalness.value=t.metalness,t.metalnessMap&&(e.metalnessMap.value=t.metalnessMap,n(t.metalnessMap,e.metalnessMapTransform)),e.roughness.value=t.roughness,t.roughnessMap&&(e.roughnessMap.value=t.roughnessMap,n(t.roughnessMap,e.roughnessMapTransform)),t.envMap&&(e.envMapIntensity.value=t.envMapIntensity)}function p(e,t,r){e.ior.value=t.ior,t.diffuseRoughness>0&&(e.diffuseRoughness.value=t.diffuseRoughness,t.diffuseRoughnessMap&&(e.diffuseRoughnessMap.value=t.diffuseRoughnessMap,n(t.diffuseRoughnessMap,e.diffuseRoughnessMapTransform))),t.sheen>0&&(e.sheenColor.value.copy(t.sheenColor).multiplyScalar(t.sheen),e.sheenRoughness.value=t.sheenRoughness,t.sheenColorMap&&(e.sheenColorMap.value=t.sheenColorMap,n(t.sheenColorMap,e.sheenColorMapTransform)),t.sheenRoughnessMap&&(e.sheenRoughnessMap.value=t.sheenRoughnessMap,n(t.sheenRoughnessMap,e.sheenRoughnessMapTransform))),t.clearcoat>0&&(e.clearcoat.value=t.clearcoat,e.clearcoatRoughness.value=t.clearcoatRoughness,t.clearcoatMap&&(e.clearcoatMap.value=t.clearcoatMap,n(t.clearcoatMap,e.clearcoatMapTransform)),t.clearcoatRoughnessMap&&(e.clearcoatRoughnessMap.value=t.clearcoatRoughnessMap,n(t.clearcoatRoughnessMap,e.clearcoatRoughnessMapTransform)),t.clearcoatNormalMap&&(e.clearcoatNormalMap.value=t.clearcoatNormalMap,n(t.clearcoatNormalMap,e.clearcoatNormalMapTransform),e.clearcoatNormalScale.value.copy(t.clearcoatNormalScale),t.side===1&&e.clearcoatNormalScale.value.negate())),t.dispersion>0&&(e.dispersion.value=t.dispersion),t.retroreflectivity>0&&(e.retroreflectivity.value=t.retroreflectivity),t.iridescence>0&&(e.iridescence.value=t.iridescence,e.iridescenceIOR.value=t.iridescenceIOR,e.iridescenceThicknessMinimum.value=t.iridescenceThicknessMinimum,e.iridescenceThicknessMaximum.value=t.iridescenceThicknessMaximum,t.iridescenceMap&&(e.iridescenceMap.value=t.iridescenceMap,n(t.iridescenceMap,e.iridescenceMapTransform)),t.iridescenceThicknessMap&&(e.iridescenceThicknessMap.value=t.iridescenceThicknessMap,n(t.iridescenceThicknessMap,e.iridescenceThicknessMapTransform))),t.transmission>0&&(e.transmission.value=t.transmission,e.transmissionSamplerMap.value=r.texture,e.transmissionSamplerSize.value.set(r.width,r.height),t.transmissionMap&&(e.transmissionMap.value=t.transmissionMap,n(t.transmissionMap,e.transmissionMapTransform)),e.thickness.value=t.thickness,t.thicknessMap&&(e.thicknessMap.value=t.thicknessMap,n(t.thicknessMap,e.thicknessMapTransform)),e.attenuationDistance.value=t.attenuationDistance,e.attenuationColor.value.copy(t.attenuationColor)),t.anisotropy>0&&(e.anisotropyVector.value.set(t.anisotropy*Math.cos(t.anisotropyRotation),t.anisotropy*Math.sin(t.anisotropyRotation)),t.anisotropyMap&&(e.anisotropyMap.value=t.anisotropyMap,n(t.anisotropyMap,e.anisotropyMapTransform))),e.specularIntensity.value=t.specularIntensity,e.specularColor.value.copy(t.specularColor),t.specularColorMap&&(e.specularColorMap.value=t.specularColorMap,n(t.specularColorMap,e.specularColorMapTransform)),t.specularIntensityMap&&(e.specularIntensityMap.value=t.specularIntensityMap,n(t.specularIntensityMap,e.specularIntensityMapTransform))}function m(e,t){t.matcap&&(e.matcap.value=t.matcap)}function h(e,n){let r=t.get(n).light;e.referencePosition.value.setFromMatrixPosition(r.matrixWorld),e.nearDistance.value=r.shadow.camera.near,e.farDistance.value=r.shadow.camera.far}return{refreshFogUniforms:r,refreshMaterialUniforms:i}}function wl(e,t,n,r){let i={},a={};function o(e,t){let n=t.program;r.uniformBlockBinding(e,n,i[e.id])}function s(e,n){let o=i[e.id];o===void 0&&(m(e),o=c(e),i[e.id]=o,e.addEventListener(`dispose`,g));let s=n.program;r.updateUBOMapping(e,s);let u=t.render.frame;a[e.id]!==u&&(l(e),a[e.id]=u)}function c(t){let n=e.createBuffer(),r=t.__size,i=t.usage;return e.bindBuffer(e.UNIFORM_BUFFER,n),e.bufferData(e.UNIFORM_BUFFER,r,i),e.bindBuffer(e.UNIFORM_BUFFER,null),n}function l(t){let n=i[t.id],r=t.uniforms,a=t.__cache;e.bindBuffer(e.UNIFORM_BUFFER,n);for(let e=0,t=r.length;e<t;e++){let t=r[e];if(Array.isArray(t))for(let n=0,r=t.length;n<r;n++)u(t[n],e,n,a);else u(t,e,0,a)}e.bindBuffer(e.UNIFORM_BUFFER,null)}function u(t,n,r,i){if(f(t,n,r,i)===!0){let n=t.__offset,r=t.value;if(Array.isArray(r)){let e=0;for(let n=0;n<r.length;n++){let i=r[n],a=h(i,!0);d(i,t.__data,e),e+=a.storage/Float32Array.BYTES_PER_ELEMENT}}else d(r,t.__data,0);e.bufferSubData(e.UNIFORM_BUFFER,n,t.__data)}}function d(e,t,n){typeof e==`number`||typeof e==`boolean`?t[n]=e:e.isMatrix3?(t[n]=e.elements[0],t[n+1]=e.elements[1],t[n+2]=e.elements[2],t[n+3]=0,t[n+4]=e.elements[3],t[n+5]=e.elements[4],t[n+6]=e.elements[5],t[n+7]=0,t[n+8]=e.elements[6],t[n+9]=e.elements[7],t[n+10]=e.elements[8],t[n+11]=0):ArrayBuffer.isView(e)?t.set(e.subarray(0,t.length-n),n):e.toArray(t,n)}function f(e,t,n,r){let i=e.value,a=t+`_`+n;if(Array.isArray(i)){r[a]===void 0&&(r[a]=[]);let e=r[a],t=!1;for(let n=0;n<i.length;n++)p(i[n],e,n)===!0&&(t=!0);return t}return p(i,r,a)}function p(e,t,n){if(t[n]===void 0)return t[n]=typeof e==`number`||typeof e==`boolean`?e:ArrayBuffer.isView(e)?e.slice():e.clone(),!0;{let r=t[n];if(typeof e==`number`||typeof e==`boolean`){if(r!==e)return t[n]=e,!0}else if(ArrayBuffer.isView(e))return!0;else if(r.equals(e)===!1)return r.copy(e),!0}return!1}function m(e){let t=e.uniforms,n=0;for(let e=0,r=t.length;e<r;e++){let r=Array.isArray(t[e])?t[e]:[t[e]];for(let i=0,a=r.length;i<a;i++){let a=r[i],o=Array.isArray(a.value)?a.value:[a.value],s=Array.isArray(t[e])||Array.isArray(a.value),c=n;for(let e=0,t=o.length;e<t;e++){let t=o[e],r=h(t,s),i=n%16,a=i%r.boundary,l=i+a;n+=a,l!==0&&16-l<r.storage&&(n+=16-l),e===0&&(c=n),n+=r.storage}a.__data=new(a.type===`int`?Int32Array:a.type===`uint`?Uint32Array:Float32Array)((n-c)/Float32Array.BYTES_PER_ELEMENT),a.__offset=c}}let r=n%16;return r>0&&(n+=16-r),e.__size=n,e.__cache={},this}function h(e,t){let n={boundary:0,storage:0};return typeof e==`number`||typeof e==`boolean`?(n.boundary=4,n.storage=4):e.isVector2?(n.boundary=8,n.storage=8):e.isVector3||e.isColor?(n.boundary=16,n.storage=12):e.isVector4?(n.boundary=16,n.storage=16):e.isMatrix3?(n.boundary=16,n.storage=48):e.isMatrix4?(n.boundary=16,n.storage=64):e.isTexture?W(`WebGLRenderer: Texture samplers can not be part of an uniforms group.`):ArrayBuffer.isView(e)?(n.boundary=16,n.storage=e.byteLength):W(`WebGLRenderer: Unsupported uniform value type.`,e),t===!0&&(n.boundary=16,n.storage=Math.ceil(n.storage/16)*16),n}function g(t){let n=t.target;n.removeEventListener(`dispose`,g),e.deleteBuffer(i[n.id]),delete i[n.id],delete a[n.id]}function _(){for(let t in i)e.deleteBuffer(i[t]);i={},a={}}return{bind:o,update:s,dispose:_}}var Tl=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),El=null;function Dl(){return El===null&&(El=new Pi(Tl,16,16,Be,De),El.name=`DFG_LUT`,El.minFilter=B,El.magFilter=B,El.wrapS=_e,El.wrapT=_e,El.generateMipmaps=!1,El.needsUpdate=!0),El}var Ol=class{constructor(e={}){let{canvas:t=Wt(),context:n=null,depth:r=!0,stencil:i=!1,alpha:a=!1,antialias:o=!1,premultipliedAlpha:s=!0,preserveDrawingBuffer:c=!1,powerPreference:l=`default`,failIfMajorPerformanceCaveat:u=!1,reversedDepthBuffer:d=!1,outputBufferType:f=Ce}=e;this.isWebGLRenderer=!0;let p;if(n!==null){if(typeof WebGLRenderingContext<`u`&&n instanceof WebGLRenderingContext)throw Error(`THREE.WebGLRenderer: WebGL 1 is not supported since r163.`);p=n.getContextAttributes().alpha}else p=a;let m=f,h=new Set([He,Ve,ze]),g=new Set([Ce,Ee,Te,Ae,Oe,ke]),_=new Uint32Array(4),v=new Int32Array(4),y={textures:[],min:[],max:[],resolution:[]},b=null,x=null,S=[],C=[],w=null;this.domElement=t,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=0,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let T=this,E=!1,D=null,O=null,k=null,A=null;this._outputColorSpace=Nt;let j=0,M=0,N=null,P=-1,F=null,I=new En,ee=new En,te=null,ne=new Z(0),re=0,ie=t.width,ae=t.height,L=1,R=null,oe=null,se=new En(0,0,ie,ae),ce=new En(0,0,ie,ae),le=!1,ue=new Ri,de=new Bi,fe=!1,pe=!1,me=new jn,he=new J,ge=new En,_e={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},ve=!1;function ye(){return N===null?L:1}let z=n;function be(e,n){return t.getContext(e,n)}let B,xe,V,we,H,U,je,Me,Ne,Pe,Fe,Ie,Le,Re,Be,Ue,We,Ge,Ke,qe,Je,Ye,Xe;try{let e={alpha:!0,depth:r,stencil:i,antialias:o,premultipliedAlpha:s,preserveDrawingBuffer:c,powerPreference:l,failIfMajorPerformanceCaveat:u};if(`setAttribute`in t&&t.setAttribute(`data-engine`,`three.js r187`),t.addEventListener(`webglcontextlost`,$e,!1),t.addEventListener(`webglcontextrestored`,et,!1),t.addEventListener(`webglcontextcreationerror`,tt,!1),z===null){let t=`webgl2`;if(z=be(t,e),z===null)throw be(t)?Error(`THREE.WebGLRenderer: Error creating WebGL context with your selected attributes.`):Error(`THREE.WebGLRenderer: Error creating WebGL context.`)}Ze()}catch(e){throw t.removeEventListener(`webglcontextlost`,$e,!1),t.removeEventListener(`webglcontextrestored`,et,!1),t.removeEventListener(`webglcontextcreationerror`,tt,!1),G(`WebGLRenderer: `+e.message),e}function Ze(){B=new Jo(z),B.init(),Je=new gl(z,B),xe=new Oo(z,B,e,Je),V=new ml(z,B),xe.reversedDepthBuffer&&d&&V.buffers.depth.setReversed(!0),O=z.createFramebuffer(),k=z.createFramebuffer(),A=z.createFramebuffer(),we=new Zo(z),H=new Jc,U=new hl(z,B,V,H,xe,Je,we),je=new qo(T),Me=new bo(z),Ye=new Eo(z,Me),Ne=new Yo(z,Me,we,Ye),Pe=new $o(z,Ne,Me,Ye,we),Ge=new Qo(z,xe,U),Be=new ko(H),Fe=new qc(T,je,B,xe,Ye,Be),Ie=new Cl(T,H),Le=new Qc,Re=new al(B),We=new To(T,je,V,Pe,p,s),Ue=new pl(T,Pe,xe),Xe=new wl(z,we,xe,V),Ke=new Do(z,B,we),qe=new Xo(z,B,we),we.programs=Fe.programs,T.capabilities=xe,T.extensions=B,T.properties=H,T.renderLists=Le,T.shadowMap=Ue,T.state=V,T.info=we}m!==1009&&(w=new ts(m,t.width,t.height,o,r,i));let Qe=new bl(T,z);this.xr=Qe,this.getContext=function(){return z},this.getContextAttributes=function(){return z.getContextAttributes()},this.forceContextLoss=function(){let e=B.get(`WEBGL_lose_context`);e&&e.loseContext()},this.forceContextRestore=function(){let e=B.get(`WEBGL_lose_context`);e&&e.restoreContext()},this.getPixelRatio=function(){return L},this.setPixelRatio=function(e){e!==void 0&&(L=e,this.setSize(ie,ae,!1))},this.getSize=function(e){return e.set(ie,ae)},this.setSize=function(e,n,r=!0){Qe.isPresenting?W(`WebGLRenderer: Can't change size while VR device is presenting.`):(ie=e,ae=n,t.width=Math.floor(e*L),t.height=Math.floor(n*L),r===!0&&(t.style.width=e+`px`,t.style.height=n+`px`),w!==null&&w.setSize(t.width,t.height),this.setViewport(0,0,e,n))},this.getDrawingBufferSize=function(e){return e.set(ie*L,ae*L).floor()},this.setDrawingBufferSize=function(e,n,r){ie=e,ae=n,L=r,t.width=Math.floor(e*r),t.height=Math.floor(n*r),this.setViewport(0,0,e,n)},this.setEffects=function(e){if(m===1009)G(`WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.`);else{if(e){for(let t=0;t<e.length;t++)if(e[t].isOutputPass===!0){W(`WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.`);break}}w.setEffects(e||[])}},this.getCurrentViewport=function(e){return e.copy(I)},this.getViewport=function(e){return e.copy(se)},this.setViewport=function(e,t,n,r){e.isVector4?se.set(e.x,e.y,e.z,e.w):se.set(e,t,n,r),V.viewport(I.copy(se).multiplyScalar(ye()).round())},this.getScissor=function(e){return e.copy(ce)},this.setScissor=function(e,t,n,r){e.isVector4?ce.set(e.x,e.y,e.z,e.w):ce.set(e,t,n,r),V.scissor(ee.copy(ce).multiplyScalar(ye()).round())},this.getScissorTest=function(){return le},this.setScissorTest=function(e){V.setScissorTest(le=e)},this.setOpaqueSort=function(e){R=e},this.setTransparentSort=function(e){oe=e},this.getClearColor=function(e){return e.copy(We.getClearColor())},this.setClearColor=function(){We.setClearColor(...arguments)},this.getClearAlpha=function(){return We.getClearAlpha()},this.setClearAlpha=function(){We.setClearAlpha(...arguments)},this.clear=function(e=!0,t=!0,n=!0){let r=0;if(e){let e=!1;if(N!==null){let t=N.texture.format;e=h.has(t)}if(e){let e=N.texture.type,t=g.has(e),n=We.getClearColor(),r=We.getClearAlpha(),i=n.r,a=n.g,o=n.b;t?(_[0]=i,_[1]=a,_[2]=o,_[3]=r,z.clearBufferuiv(z.COLOR,0,_)):(v[0]=i,v[1]=a,v[2]=o,v[3]=r,z.clearBufferiv(z.COLOR,0,v))}else r|=z.COLOR_BUFFER_BIT}t&&(r|=z.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),n&&(r|=z.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),r!==0&&z.clear(r)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(e){e.setRenderer(this),D=e},this.dispose=function(){t.removeEventListener(`webglcontextlost`,$e,!1),t.removeEventListener(`webglcontextrestored`,et,!1),t.removeEventListener(`webglcontextcreationerror`,tt,!1),We.dispose(),Le.dispose(),Re.dispose(),U.dispose(),H.dispose(),je.dispose(),Pe.dispose(),Ne.dispose(),Ye.dispose(),Xe.dispose(),Fe.dispose(),Qe.dispose(),Qe.removeEventListener(`sessionstart`,ct),Qe.removeEventListener(`sessionend`,lt),ut.stop()};function $e(e){e.preventDefault(),Kt(`WebGLRenderer: Context Lost.`),E=!0}function et(){Kt(`WebGLRenderer: Context Restored.`),E=!1;let e=we.autoReset,t=Ue.enabled,n=Ue.autoUpdate,r=Ue.needsUpdate,i=Ue.type;Ze(),we.autoReset=e,Ue.enabled=t,Ue.autoUpdate=n,Ue.needsUpdate=r,Ue.type=i}function tt(e){G(`WebGLRenderer: A WebGL context could not be created. Reason: `,e.statusMessage)}function nt(e){let t=e.target;t.removeEventListener(`dispose`,nt),rt(t)}function rt(e){it(e),H.remove(e)}function it(e){let t=H.get(e).programs;t!==void 0&&(t.forEach(function(e){Fe.releaseProgram(e)}),e.isShaderMaterial&&Fe.releaseShaderCache(e))}this.renderBufferDirect=function(e,t,n,r,i,a){t===null&&(t=_e);let o=i.isMesh&&i.matrixWorld.determinantAffine()<0,s=xt(e,t,n,r,i);V.setMaterial(r,o);let c=n.index,l=1;if(r.wireframe===!0){if(c=Ne.getWireframeAttribute(n),c===void 0)return;l=2}let u=n.drawRange,d=n.attributes.position,f=u.start*l,p=(u.start+u.count)*l;a!==null&&(f=Math.max(f,a.start*l),p=Math.min(p,(a.start+a.count)*l)),c===null?d!=null&&(f=Math.max(f,0),p=Math.min(p,d.count)):(f=Math.max(f,0),p=Math.min(p,c.count));let m=p-f;if(m<0||m===1/0)return;Ye.setup(i,r,s,n,c);let h,g=Ke;if(c!==null&&(h=Me.get(c),g=qe,g.setIndex(h)),i.isMesh)r.wireframe===!0?(V.setLineWidth(r.wireframeLinewidth*ye()),g.setMode(z.LINES)):g.setMode(z.TRIANGLES);else if(i.isLine){let e=r.linewidth;e===void 0&&(e=1),V.setLineWidth(e*ye()),i.isLineSegments?g.setMode(z.LINES):i.isLineLoop?g.setMode(z.LINE_LOOP):g.setMode(z.LINE_STRIP)}else i.isPoints?g.setMode(z.POINTS):i.isSprite&&g.setMode(z.TRIANGLES);if(i.isBatchedMesh){if(B.get(`WEBGL_multi_draw`))g.renderMultiDraw(i._multiDrawStarts,i._multiDrawCounts,i._multiDrawCount);else{let e=i._multiDrawStarts,t=i._multiDrawCounts,n=i._multiDrawCount,a=c?Me.get(c).bytesPerElement:1,o=H.get(r).currentProgram.getUniforms();for(let r=0;r<n;r++)o.setValue(z,`_gl_DrawID`,r),g.render(e[r]/a,t[r])}}else if(i.isInstancedMesh)g.renderInstances(f,m,i.count);else if(n.isInstancedBufferGeometry){let e=n._maxInstanceCount===void 0?1/0:n._maxInstanceCount,t=Math.min(n.instanceCount,e);g.renderInstances(f,m,t)}else g.render(f,m)};function at(e,t,n,r){D!==null&&e.isNodeMaterial&&D.setObject(r,e),fe===!0&&Be.setState(e,n,!1),e.transparent===!0&&e.side===2&&e.forceSinglePass===!1?(e.side=1,e.needsUpdate=!0,_t(e,t,r),e.side=0,e.needsUpdate=!0,_t(e,t,r),e.side=2):_t(e,t,r)}this.compile=function(e,t,n=null){n===null&&(n=e),D!==null&&D.renderStart(e,t,n),x=Re.get(n),x.init(t),C.push(x),n.traverseVisible(function(e){e.isLight&&e.layers.test(t.layers)&&(x.pushLight(e),e.castShadow&&x.pushShadow(e))}),e!==n&&e.traverseVisible(function(e){e.isLight&&e.layers.test(t.layers)&&(x.pushLight(e),e.castShadow&&x.pushShadow(e))}),x.setupLights(),D!==null&&D.updateLights(x.state.lightsArray),pe=this.localClippingEnabled,fe=Be.init(this.clippingPlanes,pe),fe===!0&&Be.setGlobalState(this.clippingPlanes,t),D!==null&&Ue.render(x.state.shadowsArray,n,t);let r=new Set;return e.traverse(function(e){if(!(e.isMesh||e.isPoints||e.isLine||e.isSprite))return;let i=e.material;if(i){if(Array.isArray(i))for(let a=0;a<i.length;a++){let o=i[a];at(o,n,t,e),r.add(o)}else at(i,n,t,e),r.add(i)}}),x=C.pop(),D!==null&&D.renderEnd(),r},this.compileAsync=function(e,t,n=null){let r=this.compile(e,t,n);return new Promise(t=>{function n(){r.forEach(function(e){let t=H.get(e).currentProgram;(t===void 0||t.isReady())&&r.delete(e)}),r.size===0?t(e):setTimeout(n,10)}B.get(`KHR_parallel_shader_compile`)===null?setTimeout(n,10):n()})};let ot=null;function st(e){ot&&ot(e)}function ct(){ut.stop()}function lt(){ut.start()}let ut=new yo;ut.setAnimationLoop(st),typeof self<`u`&&ut.setContext(self),this.setAnimationLoop=function(e){ot=e,Qe.setAnimationLoop(e),e===null?ut.stop():ut.start()},Qe.addEventListener(`sessionstart`,ct),Qe.addEventListener(`sessionend`,lt),this.render=function(e,t){if(t!==void 0&&t.isCamera!==!0){G(`WebGLRenderer.render: camera is not an instance of THREE.Camera.`);return}if(E===!0)return;D!==null&&D.renderStart(e,t);let n=Qe.enabled===!0&&Qe.isPresenting===!0,r=w!==null&&(N===null||n)&&w.begin(T,N);if(e.matrixWorldAutoUpdate===!0&&e.updateMatrixWorld(),t.parent===null&&t.matrixWorldAutoUpdate===!0&&t.updateMatrixWorld(),Qe.enabled===!0&&Qe.isPresenting===!0&&(w===null||w.isCompositing()===!1)&&(Qe.cameraAutoUpdate===!0&&Qe.updateCamera(t),t=Qe.getCamera()),e.isScene===!0&&e.onBeforeRender(T,e,t,N),x=Re.get(e,C.length),x.init(t),x.state.textureUnits=U.getTextureUnits(),C.push(x),me.multiplyMatrices(t.projectionMatrix,t.matrixWorldInverse),t.isArrayCamera?de.setFromArrayCamera(t):ue.setFromProjectionMatrix(me,Bt,t.reversedDepth),pe=this.localClippingEnabled,fe=Be.init(this.clippingPlanes,pe),b=Le.get(e,S.length),b.init(),S.push(b),this.info.render.frame++,Qe.enabled===!0&&Qe.isPresenting===!0){let e=T.xr.getDepthSensingMesh();e!==null&&dt(e,t,-1/0,T.sortObjects)}dt(e,t,0,T.sortObjects),b.finish(),D!==null&&D.updateLights(x.state.lightsArray),T.sortObjects===!0&&b.sort(R,oe),ve=Qe.enabled===!1||Qe.isPresenting===!1||Qe.hasDepthSensing()===!1,ve&&We.addToRenderList(b,e),this.info.autoReset===!0&&this.info.reset(),fe===!0&&Be.beginShadows();let i=x.state.shadowsArray;if(Ue.render(i,e,t),fe===!0&&Be.endShadows(),(r&&w.hasRenderPass())===!1){let n=b.opaque,r=b.transmissive;if(x.setupLights(),t.isArrayCamera){let i=t.cameras;if(r.length>0)for(let t=0,a=i.length;t<a;t++){let a=i[t];pt(n,r,e,a)}ve&&We.render(e);for(let t=0,n=i.length;t<n;t++){let n=i[t];ft(b,e,n,n.viewport)}}else r.length>0&&pt(n,r,e,t),ve&&We.render(e),ft(b,e,t)}N!==null&&M===0&&(U.updateMultisampleRenderTarget(N),U.updateRenderTargetMipmap(N)),r&&w.end(T),e.isScene===!0&&e.onAfterRender(T,e,t),Ye.resetDefaultState(),P=-1,F=null,C.pop(),C.length>0?(x=C[C.length-1],U.setTextureUnits(x.state.textureUnits),fe===!0&&Be.setGlobalState(T.clippingPlanes,x.state.camera)):x=null,S.pop(),b=S.length>0?S[S.length-1]:null,D!==null&&D.renderEnd()};function dt(e,t,n,r){if(e.visible===!1)return;if(e.layers.test(t.layers)){if(e.isGroup)n=e.renderOrder;else if(e.isLOD)e.autoUpdate===!0&&e.update(t);else if(e.isLight)x.pushLight(e),e.castShadow&&x.pushShadow(e);else if(e.isSprite){let i=t.isArrayCamera?de:ue;if(!e.frustumCulled||e.intersectsFrustum(i)){r&&ge.setFromMatrixPosition(e.matrixWorld).applyMatrix4(me);let i=Pe.update(e),a=e.material;a.visible&&b.push(e,i,a,n,ge.z,null,t)}}else if(e.isMesh||e.isLine||e.isPoints){let i=t.isArrayCamera?de:ue;if(!e.frustumCulled||e.intersectsFrustum(i)){let i=Pe.update(e),a=e.material;if(r&&(e.boundingSphere===void 0?(i.boundingSphere===null&&i.computeBoundingSphere(),ge.copy(i.boundingSphere.center)):(e.boundingSphere===null&&e.computeBoundingSphere(),ge.copy(e.boundingSphere.center)),ge.applyMatrix4(e.matrixWorld).applyMatrix4(me)),Array.isArray(a)){let r=i.groups;for(let o=0,s=r.length;o<s;o++){let s=r[o],c=a[s.materialIndex];c&&c.visible&&b.push(e,i,c,n,ge.z,s,t)}}else a.visible&&b.push(e,i,a,n,ge.z,null,t)}}}let i=e.children;for(let e=0,a=i.length;e<a;e++)dt(i[e],t,n,r)}function ft(e,t,n,r){let{opaque:i,transmissive:a,transparent:o}=e;x.setupLightsView(n),fe===!0&&Be.setGlobalState(T.clippingPlanes,n),r&&V.viewport(I.copy(r)),i.length>0&&mt(i,t,n),a.length>0&&mt(a,t,n),o.length>0&&mt(o,t,n),V.buffers.depth.setTest(!0),V.buffers.depth.setMask(!0),V.buffers.color.setMask(!0),V.setPolygonOffset(!1)}function pt(e,t,n,r){if((n.isScene===!0?n.overrideMaterial:null)!==null)return;if(x.state.transmissionRenderTarget[r.id]===void 0){let e=B.has(`EXT_color_buffer_half_float`)||B.has(`EXT_color_buffer_float`);x.state.transmissionRenderTarget[r.id]=new On(1,1,{generateMipmaps:!0,type:e?De:Ce,minFilter:Se,samples:Math.max(4,xe.samples),stencilBuffer:i,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:X.workingColorSpace})}let a=x.state.transmissionRenderTarget[r.id],o=r.viewport||I;a.setSize(o.z*T.transmissionResolutionScale,o.w*T.transmissionResolutionScale);let s=T.getRenderTarget(),c=T.getActiveCubeFace(),l=T.getActiveMipmapLevel();T.setRenderTarget(a),T.getClearColor(ne),re=T.getClearAlpha(),re<1&&T.setClearColor(16777215,.5),T.clear(),ve&&We.render(n);let u=T.toneMapping;T.toneMapping=0;let d=r.viewport;if(r.viewport!==void 0&&(r.viewport=void 0),x.setupLightsView(r),fe===!0&&Be.setGlobalState(T.clippingPlanes,r),mt(e,n,r),U.updateMultisampleRenderTarget(a),U.updateRenderTargetMipmap(a),B.has(`WEBGL_multisampled_render_to_texture`)===!1){let e=!1;for(let i=0,a=t.length;i<a;i++){let{object:a,geometry:o,material:s,group:c}=t[i];if(s.side===2&&a.layers.test(r.layers)){let t=s.side;s.side=1,s.needsUpdate=!0,ht(a,n,r,o,s,c),s.side=t,s.needsUpdate=!0,e=!0}}e===!0&&(U.updateMultisampleRenderTarget(a),U.updateRenderTargetMipmap(a))}T.setRenderTarget(s,c,l),T.setClearColor(ne,re),d!==void 0&&(r.viewport=d),T.toneMapping=u}function mt(e,t,n){let r=t.isScene===!0?t.overrideMaterial:null;for(let i=0,a=e.length;i<a;i++){let a=e[i],{object:o,geometry:s,group:c}=a,l=a.material;l.allowOverride===!0&&r!==null&&(l=r),o.layers.test(n.layers)&&ht(o,t,n,s,l,c)}}function ht(e,t,n,r,i,a){D!==null&&i.isNodeMaterial&&D.setObject(e,i),e.onBeforeRender(T,t,n,r,i,a),e.modelViewMatrix.multiplyMatrices(n.matrixWorldInverse,e.matrixWorld),e.normalMatrix.getNormalMatrix(e.modelViewMatrix),i.onBeforeRender(T,t,n,r,e,a),i.transparent===!0&&i.side===2&&i.forceSinglePass===!1?(i.side=1,i.needsUpdate=!0,T.renderBufferDirect(n,t,r,i,e,a),i.side=0,i.needsUpdate=!0,T.renderBufferDirect(n,t,r,i,e,a),i.side=2):T.renderBufferDirect(n,t,r,i,e,a),e.onAfterRender(T,t,n,r,i,a)}function gt(e){let t=0;for(let n of e)n.texture!==null&&t++;return t}function _t(e,t,n){t.isScene!==!0&&(t=_e);let r=H.get(e),i=x.state.lights,a=x.state.shadowsArray,o=i.state.version,s=Fe.getParameters(e,i.state,a,t,n,x.state.lightProbeGridArray),c=Fe.getProgramCacheKey(s),l=r.programs;r.environment=e.isMeshStandardMaterial||e.isMeshLambertMaterial||e.isMeshPhongMaterial?t.environment:null,r.fog=t.fog;let u=e.isMeshStandardMaterial||e.isMeshLambertMaterial&&!e.envMap||e.isMeshPhongMaterial&&!e.envMap;r.envMap=je.get(e.envMap||r.environment,u),r.envMapRotation=r.environment!==null&&e.envMap===null?t.environmentRotation:e.envMapRotation,l===void 0&&(e.addEventListener(`dispose`,nt),l=new Map,r.programs=l,r.programVariants=new Map);let d=l.get(c);if(d!==void 0){if(r.currentProgram===d&&r.lightsStateVersion===o)return bt(e,s),d}else s.uniforms=Fe.getUniforms(e),D!==null&&e.isNodeMaterial&&D.build(e,n,s),e.onBeforeCompile(s,T),d=Fe.acquireProgram(s,c),l.set(c,d),r.uniforms=s.uniforms;let f=r.uniforms;return(!e.isShaderMaterial&&!e.isRawShaderMaterial||e.clipping===!0)&&(f.clippingPlanes=Be.uniform),bt(e,s),r.needsLights=Ct(e),r.lightsStateVersion=o,r.needsLights&&(f.ambientLightColor.value=i.state.ambient,f.lightProbe.value=i.state.probe,f.sunLights.value=i.state.sun,f.sunLightShadows.value=i.state.sunShadow,f.directionalLights.value=i.state.directional,f.directionalLightShadows.value=i.state.directionalShadow,f.spotLights.value=i.state.spot,f.spotLightShadows.value=i.state.spotShadow,f.rectAreaLights.value=i.state.rectArea,f.ltc_1.value=i.state.rectAreaLTC1,f.ltc_2.value=i.state.rectAreaLTC2,f.pointLights.value=i.state.point,f.pointLightShadows.value=i.state.pointShadow,f.hemisphereLights.value=i.state.hemi,f.sunShadowMatrix.value=i.state.sunShadowMatrix,f.sunShadowCascade.value=i.state.sunShadowCascade,f.directionalShadowMatrix.value=i.state.directionalShadowMatrix,f.spotLightMatrix.value=i.state.spotLightMatrix,f.spotLightMap.value=i.state.spotLightMap,f.pointShadowMatrix.value=i.state.pointShadowMatrix),r.numLightProbeGrids=gt(x.state.lightProbeGridArray),r.currentProgram=d,r.uniformsList=null,d}function vt(e,t,n,r,i){let a=H.get(e),o=a.currentProgram.id+`,`+r+`,`+i,s=a.programVariants.get(o);return s===void 0?(s=_t(e,t,n),a.programVariants.set(o,s)):(a.currentProgram=s,a.uniformsList=null,a.outputColorSpace=r,a.toneMapping=i),s}function yt(e){if(e.uniformsList===null){let t=e.currentProgram.getUniforms();e.uniformsList=uc.seqWithValue(t.seq,e.uniforms)}return e.uniformsList}function bt(e,t){let n=H.get(e);n.outputColorSpace=t.outputColorSpace,n.batching=t.batching,n.batchingColor=t.batchingColor,n.instancing=t.instancing,n.instancingColor=t.instancingColor,n.instancingMorph=t.instancingMorph,n.skinning=t.skinning,n.morphTargets=t.morphTargets,n.morphNormals=t.morphNormals,n.morphColors=t.morphColors,n.morphTargetsCount=t.morphTargetsCount,n.numClippingPlanes=t.numClippingPlanes,n.numIntersection=t.numClipIntersection,n.vertexAlphas=t.vertexAlphas,n.vertexTangents=t.vertexTangents,n.toneMapping=t.toneMapping}function xt(e,t,n,r,i){t.isScene!==!0&&(t=_e),U.resetTextureUnits();let a=t.fog,o=r.isMeshStandardMaterial||r.isMeshLambertMaterial||r.isMeshPhongMaterial?t.environment:null,s=N===null?T.outputColorSpace:N.isXRRenderTarget===!0?N.texture.colorSpace:X.workingColorSpace,c=r.isMeshStandardMaterial||r.isMeshLambertMaterial&&!r.envMap||r.isMeshPhongMaterial&&!r.envMap,l=je.get(r.envMap||o,c),u=r.vertexColors===!0&&!!n.attributes.color&&n.attributes.color.itemSize===4,d=!!n.attributes.tangent&&(!!r.normalMap||r.anisotropy>0),f=!!n.morphAttributes.position,p=!!n.morphAttributes.normal,m=!!n.morphAttributes.color,h=0;r.toneMapped&&(N===null||N.isXRRenderTarget===!0)&&(h=T.toneMapping);let g=n.morphAttributes.position||n.morphAttributes.normal||n.morphAttributes.color,_=g===void 0?0:g.length,v=H.get(r),b=x.state.lights;if(fe===!0&&(pe===!0||e!==F)){let t=e===F&&r.id===P;Be.setState(r,e,t)}let S=!1,C=!1;r.version===v.__version?v.needsLights&&v.lightsStateVersion!==b.state.version||i.isBatchedMesh&&v.batching===!1||!i.isBatchedMesh&&v.batching===!0||i.isBatchedMesh&&v.batchingColor===!0&&i._colorsTexture===null||i.isBatchedMesh&&v.batchingColor===!1&&i._colorsTexture!==null||i.isInstancedMesh&&v.instancing===!1||!i.isInstancedMesh&&v.instancing===!0||i.isSkinnedMesh&&v.skinning===!1||!i.isSkinnedMesh&&v.skinning===!0||i.isInstancedMesh&&v.instancingColor===!0&&i.instanceColor===null||i.isInstancedMesh&&v.instancingColor===!1&&i.instanceColor!==null||i.isInstancedMesh&&v.instancingMorph===!0&&i.morphTexture===null||i.isInstancedMesh&&v.instancingMorph===!1&&i.morphTexture!==null?S=!0:v.envMap===l?r.fog===!0&&v.fog!==a||v.numClippingPlanes!==void 0&&(v.numClippingPlanes!==Be.numPlanes||v.numIntersection!==Be.numIntersection)?S=!0:v.vertexAlphas===u&&v.vertexTangents===d&&v.morphTargets===f&&v.morphNormals===p&&v.morphColors===m&&v.morphTargetsCount===_&&v.numLightProbeGrids===gt(x.state.lightProbeGridArray)?(v.outputColorSpace!==s||v.toneMapping!==h)&&(C=!0):S=!0:S=!0:(S=!0,v.__version=r.version);let w=v.currentProgram;(S===!0||C===!0)&&(w=C===!0?vt(r,t,i,s,h):_t(r,t,i),D&&r.isNodeMaterial&&D.onUpdateProgram(r,w,v));let E=!1,O=!1,k=!1,A=w.getUniforms(),j=v.uniforms;if(V.useProgram(w.program)&&(E=!0,O=!0,k=!0),r.id!==P&&(P=r.id,O=!0),E||F!==e){V.buffers.depth.getReversed()&&e.reversedDepth!==!0&&(e._reversedDepth=!0,e.updateProjectionMatrix()),A.setValue(z,`projectionMatrix`,e.projectionMatrix),A.setValue(z,`viewMatrix`,e.matrixWorldInverse);let t=A.map.cameraPosition;t!==void 0&&t.setValue(z,he.setFromMatrixPosition(e.matrixWorld)),xe.logarithmicDepthBuffer&&A.setValue(z,`logDepthBufFC`,2/(Math.log(e.far+1)/Math.LN2)),(r.isMeshPhongMaterial||r.isMeshToonMaterial||r.isMeshLambertMaterial||r.isMeshBasicMaterial||r.isMeshStandardMaterial||r.isShaderMaterial)&&A.setValue(z,`isOrthographic`,e.isOrthographicCamera===!0),F!==e&&(F=e,O=!0,k=!0)}if(v.needsLights&&(b.state.sunShadowMap.length>0&&A.setValue(z,`sunShadowMap`,b.state.sunShadowMap,U),b.state.directionalShadowMap.length>0&&A.setValue(z,`directionalShadowMap`,b.state.directionalShadowMap,U),b.state.spotShadowMap.length>0&&A.setValue(z,`spotShadowMap`,b.state.spotShadowMap,U),b.state.pointShadowMap.length>0&&A.setValue(z,`pointShadowMap`,b.state.pointShadowMap,U)),i.isSkinnedMesh){A.setOptional(z,i,`bindMatrix`),A.setOptional(z,i,`bindMatrixInverse`);let e=i.skeleton;e&&(e.boneTexture===null&&e.computeBoneTexture(),A.setValue(z,`boneTexture`,e.boneTexture,U))}i.isBatchedMesh&&(A.setOptional(z,i,`batchingTexture`),A.setValue(z,`batchingTexture`,i._matricesTexture,U),A.setOptional(z,i,`batchingIdTexture`),A.setValue(z,`batchingIdTexture`,i._indirectTexture,U),A.setOptional(z,i,`batchingColorTexture`),i._colorsTexture!==null&&A.setValue(z,`batchingColorTexture`,i._colorsTexture,U));let M=n.morphAttributes;if((M.position!==void 0||M.normal!==void 0||M.color!==void 0)&&Ge.update(i,n,w),(O||v.receiveShadow!==i.receiveShadow)&&(v.receiveShadow=i.receiveShadow,A.setValue(z,`receiveShadow`,i.receiveShadow)),(r.isMeshStandardMaterial||r.isMeshLambertMaterial||r.isMeshPhongMaterial)&&r.envMap===null&&t.environment!==null&&(j.envMapIntensity.value=t.environmentIntensity),j.dfgLUT!==void 0&&(j.dfgLUT.value=Dl()),O){if(A.setValue(z,`toneMappingExposure`,T.toneMappingExposure),v.needsLights&&St(j,k),a&&r.fog===!0&&Ie.refreshFogUniforms(j,a),Ie.refreshMaterialUniforms(j,r,L,ae,x.state.transmissionRenderTarget[e.id]),v.needsLights&&v.numLightProbeGrids>0){let e=y,t=0;for(let n of x.state.lightProbeGridArray)n.texture!==null&&(e.textures[t]=n.texture,e.min[t]=n.boundingBox.min,e.max[t]=n.boundingBox.max,e.resolution[t]=n.resolution,t++);for(let n in e)e[n].length=t;j.probesSH.value=e.textures,j.probesMin.value=e.min,j.probesMax.value=e.max,j.probesResolution.value=e.resolution}uc.upload(z,yt(v),j,U)}if(r.isShaderMaterial&&r.uniformsNeedUpdate===!0&&(uc.upload(z,yt(v),j,U),r.uniformsNeedUpdate=!1),r.isSpriteMaterial&&A.setValue(z,`center`,i.center),A.setValue(z,`modelViewMatrix`,i.modelViewMatrix),A.setValue(z,`normalMatrix`,i.normalMatrix),A.setValue(z,`modelMatrix`,i.matrixWorld),r.uniformsGroups!==void 0){let e=r.uniformsGroups;for(let t=0,n=e.length;t<n;t++){let n=e[t];Xe.update(n,w),Xe.bind(n,w)}}return w}function St(e,t){e.ambientLightColor.needsUpdate=t,e.lightProbe.needsUpdate=t,e.sunLights.needsUpdate=t,e.sunLightShadows.needsUpdate=t,e.directionalLights.needsUpdate=t,e.directionalLightShadows.needsUpdate=t,e.pointLights.needsUpdate=t,e.pointLightShadows.needsUpdate=t,e.spotLights.needsUpdate=t,e.spotLightShadows.needsUpdate=t,e.rectAreaLights.needsUpdate=t,e.hemisphereLights.needsUpdate=t}function Ct(e){return e.isMeshLambertMaterial||e.isMeshToonMaterial||e.isMeshPhongMaterial||e.isMeshStandardMaterial||e.isShadowMaterial||e.isShaderMaterial&&e.lights===!0}this.getActiveCubeFace=function(){return j},this.getActiveMipmapLevel=function(){return M},this.getRenderTarget=function(){return N},this.setRenderTargetTextures=function(e,t,n){let r=H.get(e);r.__autoAllocateDepthBuffer=e.resolveDepthBuffer===!1,r.__autoAllocateDepthBuffer===!1&&(r.__useRenderToTexture=!1),H.get(e.texture).__webglTexture=t,H.get(e.depthTexture).__webglTexture=r.__autoAllocateDepthBuffer?void 0:n,r.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(e,t){let n=H.get(e);n.__webglFramebuffer=t,n.__useDefaultFramebuffer=t===void 0},this.setRenderTarget=function(e,t=0,n=0){N=e,j=t,M=n;let r=null,i=!1,a=!1;if(e){let o=H.get(e);if(o.__useDefaultFramebuffer!==void 0){V.bindFramebuffer(z.FRAMEBUFFER,o.__webglFramebuffer),I.copy(e.viewport),ee.copy(e.scissor),te=e.scissorTest,V.viewport(I),V.scissor(ee),V.setScissorTest(te),P=-1;return}if(o.__webglFramebuffer===void 0)U.setupRenderTarget(e);else if(o.__hasExternalTextures)U.rebindTextures(e,H.get(e.texture).__webglTexture,H.get(e.depthTexture).__webglTexture);else if(e.depthBuffer){let t=e.depthTexture;if(o.__boundDepthTexture!==t){if(t!==null&&H.has(t)&&(e.width!==t.image.width||e.height!==t.image.height))throw Error(`THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.`);U.setupDepthRenderbuffer(e)}}let s=e.texture;(s.isData3DTexture||s.isDataArrayTexture||s.isCompressedArrayTexture)&&(a=!0);let c=H.get(e).__webglFramebuffer;e.isWebGLCubeRenderTarget?(r=Array.isArray(c[t])?c[t][n]:c[t],i=!0):r=e.samples>0&&U.useMultisampledRTT(e)===!1?H.get(e).__webglMultisampledFramebuffer:Array.isArray(c)?c[n]:c,I.copy(e.viewport),ee.copy(e.scissor),te=e.scissorTest}else I.copy(se).multiplyScalar(L).floor(),ee.copy(ce).multiplyScalar(L).floor(),te=le;if(n!==0&&(r=O),V.bindFramebuffer(z.FRAMEBUFFER,r)&&V.drawBuffers(e,r),V.viewport(I),V.scissor(ee),V.setScissorTest(te),i){let r=H.get(e.texture);z.framebufferTexture2D(z.FRAMEBUFFER,z.COLOR_ATTACHMENT0,z.TEXTURE_CUBE_MAP_POSITIVE_X+t,r.__webglTexture,n)}else if(a){let r=t;for(let t=0;t<e.textures.length;t++){let i=H.get(e.textures[t]);z.framebufferTextureLayer(z.FRAMEBUFFER,z.COLOR_ATTACHMENT0+t,i.__webglTexture,n,r)}}else if(e!==null&&n!==0){let t=H.get(e.texture);z.framebufferTexture2D(z.FRAMEBUFFER,z.COLOR_ATTACHMENT0,z.TEXTURE_2D,t.__webglTexture,n)}P=-1};function wt(e){let t=H.get(e);return(t.__readFormat!==e.format||t.__readType!==e.type)&&(t.__readFormat=e.format,t.__readType=e.type,t.__formatReadable=xe.textureFormatReadable(e.format),t.__typeReadable=xe.textureTypeReadable(e.type)),t}this.readRenderTargetPixels=function(e,t,n,r,i,a,o,s=0){if(!(e&&e.isWebGLRenderTarget)){G(`WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.`);return}let c=H.get(e).__webglFramebuffer;if(e.isWebGLCubeRenderTarget&&o!==void 0&&(c=c[o],Array.isArray(c)&&(c=c[0])),c){V.bindFramebuffer(z.FRAMEBUFFER,c);try{let o=e.textures[s],c=o.format,l=o.type;e.textures.length>1&&z.readBuffer(z.COLOR_ATTACHMENT0+s);let u=wt(o);if(u.__formatReadable===!1){G(`WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.`);return}if(u.__typeReadable===!1){G(`WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.`);return}t>=0&&t<=e.width-r&&n>=0&&n<=e.height-i&&z.readPixels(t,n,r,i,Je.convert(c),Je.convert(l),a)}finally{let e=N===null?null:H.get(N).__webglFramebuffer;V.bindFramebuffer(z.FRAMEBUFFER,e)}}},this.readRenderTargetPixelsAsync=async function(e,t,n,r,i,a,o,s=0){if(!(e&&e.isWebGLRenderTarget))throw Error(`THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.`);let c=H.get(e).__webglFramebuffer;if(e.isWebGLCubeRenderTarget&&o!==void 0&&(c=c[o],Array.isArray(c)&&(c=c[0])),c){if(t>=0&&t<=e.width-r&&n>=0&&n<=e.height-i){V.bindFramebuffer(z.FRAMEBUFFER,c);let o=e.textures[s],l=o.format,u=o.type;e.textures.length>1&&z.readBuffer(z.COLOR_ATTACHMENT0+s);let d=wt(o);if(d.__formatReadable===!1)throw Error(`THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.`);if(d.__typeReadable===!1)throw Error(`THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.`);let f=z.createBuffer();z.bindBuffer(z.PIXEL_PACK_BUFFER,f),z.bufferData(z.PIXEL_PACK_BUFFER,a.byteLength,z.STREAM_READ),z.readPixels(t,n,r,i,Je.convert(l),Je.convert(u),0),z.bindBuffer(z.PIXEL_PACK_BUFFER,null);let p=N===null?null:H.get(N).__webglFramebuffer;V.bindFramebuffer(z.FRAMEBUFFER,p);let m=z.fenceSync(z.SYNC_GPU_COMMANDS_COMPLETE,0);return z.flush(),await Yt(z,m,4),z.bindBuffer(z.PIXEL_PACK_BUFFER,f),z.getBufferSubData(z.PIXEL_PACK_BUFFER,0,a),z.bindBuffer(z.PIXEL_PACK_BUFFER,null),z.deleteBuffer(f),z.deleteSync(m),a}throw Error(`THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.`)}},this.copyFramebufferToTexture=function(e,t=null,n=0){let r=2**-n,i=Math.floor(e.image.width*r),a=Math.floor(e.image.height*r),o=t===null?0:t.x,s=t===null?0:t.y;U.setTexture2D(e,0),z.copyTexSubImage2D(z.TEXTURE_2D,n,0,0,o,s,i,a),V.unbindTexture()},this.copyTextureToTexture=function(e,t,n=null,r=null,i=0,a=0){let o,s,c,l,u,d,f,p,m,h=e.isCompressedTexture?e.mipmaps[a]:e.image;if(n!==null)o=n.max.x-n.min.x,s=n.max.y-n.min.y,c=n.isBox3?n.max.z-n.min.z:1,l=n.min.x,u=n.min.y,d=n.isBox3?n.min.z:0;else{let t=2**-i;o=Math.floor(h.width*t),s=Math.floor(h.height*t),c=e.isDataArrayTexture?h.depth:e.isData3DTexture?Math.floor(h.depth*t):1,l=0,u=0,d=0}r===null?(f=0,p=0,m=0):(f=r.x,p=r.y,m=r.z);let g=Je.convert(t.format),_=Je.convert(t.type),v;t.isData3DTexture?(U.setTexture3D(t,0),v=z.TEXTURE_3D):t.isDataArrayTexture||t.isCompressedArrayTexture?(U.setTexture2DArray(t,0),v=z.TEXTURE_2D_ARRAY):(U.setTexture2D(t,0),v=z.TEXTURE_2D),V.activeTexture(z.TEXTURE0),V.pixelStorei(z.UNPACK_FLIP_Y_WEBGL,t.flipY),V.pixelStorei(z.UNPACK_PREMULTIPLY_ALPHA_WEBGL,t.premultiplyAlpha),V.pixelStorei(z.UNPACK_ALIGNMENT,t.unpackAlignment);let y=V.getParameter(z.UNPACK_ROW_LENGTH),b=V.getParameter(z.UNPACK_IMAGE_HEIGHT),x=V.getParameter(z.UNPACK_SKIP_PIXELS),S=V.getParameter(z.UNPACK_SKIP_ROWS),C=V.getParameter(z.UNPACK_SKIP_IMAGES);V.pixelStorei(z.UNPACK_ROW_LENGTH,h.width),V.pixelStorei(z.UNPACK_IMAGE_HEIGHT,h.height),V.pixelStorei(z.UNPACK_SKIP_PIXELS,l),V.pixelStorei(z.UNPACK_SKIP_ROWS,u),V.pixelStorei(z.UNPACK_SKIP_IMAGES,d);let w=e.isDataArrayTexture||e.isData3DTexture,T=t.isDataArrayTexture||t.isData3DTexture;if(e.isDepthTexture){let n=H.get(e),r=H.get(t),h=H.get(n.__renderTarget),g=H.get(r.__renderTarget);V.bindFramebuffer(z.READ_FRAMEBUFFER,h.__webglFramebuffer),V.bindFramebuffer(z.DRAW_FRAMEBUFFER,g.__webglFramebuffer);for(let n=0;n<c;n++)w&&(z.framebufferTextureLayer(z.READ_FRAMEBUFFER,z.COLOR_ATTACHMENT0,H.get(e).__webglTexture,i,d+n),z.framebufferTextureLayer(z.DRAW_FRAMEBUFFER,z.COLOR_ATTACHMENT0,H.get(t).__webglTexture,a,m+n)),z.blitFramebuffer(l,u,l+o,u+s,f,p,f+o,p+s,z.DEPTH_BUFFER_BIT,z.NEAREST);V.bindFramebuffer(z.READ_FRAMEBUFFER,null),V.bindFramebuffer(z.DRAW_FRAMEBUFFER,null)}else if(i!==0||e.isRenderTargetTexture||H.has(e)){let n=H.get(e),r=H.get(t);V.bindFramebuffer(z.READ_FRAMEBUFFER,k),V.bindFramebuffer(z.DRAW_FRAMEBUFFER,A);for(let e=0;e<c;e++)w?z.framebufferTextureLayer(z.READ_FRAMEBUFFER,z.COLOR_ATTACHMENT0,n.__webglTexture,i,d+e):z.framebufferTexture2D(z.READ_FRAMEBUFFER,z.COLOR_ATTACHMENT0,z.TEXTURE_2D,n.__webglTexture,i),T?z.framebufferTextureLayer(z.DRAW_FRAMEBUFFER,z.COLOR_ATTACHMENT0,r.__webglTexture,a,m+e):z.framebufferTexture2D(z.DRAW_FRAMEBUFFER,z.COLOR_ATTACHMENT0,z.TEXTURE_2D,r.__webglTexture,a),i===0?T?z.copyTexSubImage3D(v,a,f,p,m+e,l,u,o,s):z.copyTexSubImage2D(v,a,f,p,l,u,o,s):z.blitFramebuffer(l,u,l+o,u+s,f,p,f+o,p+s,z.COLOR_BUFFER_BIT,z.NEAREST);V.bindFramebuffer(z.READ_FRAMEBUFFER,null),V.bindFramebuffer(z.DRAW_FRAMEBUFFER,null)}else T?e.isDataTexture||e.isData3DTexture?z.texSubImage3D(v,a,f,p,m,o,s,c,g,_,h.data):t.isCompressedArrayTexture?z.compressedTexSubImage3D(v,a,f,p,m,o,s,c,g,h.data):z.texSubImage3D(v,a,f,p,m,o,s,c,g,_,h):e.isDataTexture?z.texSubImage2D(z.TEXTURE_2D,a,f,p,o,s,g,_,h.data):e.isCompressedTexture?z.compressedTexSubImage2D(z.TEXTURE_2D,a,f,p,h.width,h.height,g,h.data):z.texSubImage2D(z.TEXTURE_2D,a,f,p,o,s,g,_,h);V.pixelStorei(z.UNPACK_ROW_LENGTH,y),V.pixelStorei(z.UNPACK_IMAGE_HEIGHT,b),V.pixelStorei(z.UNPACK_SKIP_PIXELS,x),V.pixelStorei(z.UNPACK_SKIP_ROWS,S),V.pixelStorei(z.UNPACK_SKIP_IMAGES,C),a===0&&t.generateMipmaps===!0&&t.mipmapsAutoUpdate===!0&&z.generateMipmap(v),V.unbindTexture()},this.initRenderTarget=function(e){H.get(e).__webglFramebuffer===void 0&&U.setupRenderTarget(e)},this.initTexture=function(e){e.isCubeTexture?U.setTextureCube(e,0):e.isData3DTexture?U.setTexture3D(e,0):e.isDataArrayTexture||e.isCompressedArrayTexture?U.setTexture2DArray(e,0):U.setTexture2D(e,0),V.unbindTexture()},this.resetState=function(){j=0,M=0,N=null,V.reset(),Ye.reset()},typeof __THREE_DEVTOOLS__<`u`&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent(`observe`,{detail:this}))}get coordinateSystem(){return Bt}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(e){this._outputColorSpace=e;let t=this.getContext();t.drawingBufferColorSpace=X._getDrawingBufferColorSpace(e),t.unpackColorSpace=X._getUnpackColorSpace()}},kl=`system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif`,Al=class{context;constructor(e){this.context=e}line(e,{color:t,width:n=1,alpha:r=1,dash:i=[]}){let a=this.context;a.globalAlpha=r,a.strokeStyle=t,a.lineWidth=n,a.lineJoin=`round`,a.setLineDash(i),a.beginPath();let o=!1;for(let t=0;t<e.length;t+=2){let n=e[t];Number.isNaN(n)?o=!1:(o?a.lineTo(n,e[t+1]):a.moveTo(n,e[t+1]),o=!0)}a.stroke(),a.setLineDash([]),a.globalAlpha=1}dot(e,t,n,r,i=1){let a=this.context;a.globalAlpha=i,a.fillStyle=r,a.beginPath(),a.arc(e,t,n,0,2*Math.PI),a.fill(),a.globalAlpha=1}ring(e,t,n,{color:r,width:i=1,alpha:a=1}){let o=this.context;o.globalAlpha=a,o.strokeStyle=r,o.lineWidth=i,o.beginPath(),o.arc(e,t,n,0,2*Math.PI),o.stroke(),o.globalAlpha=1}rect(e,t,n,r,i,a=1){this.context.globalAlpha=a,this.context.fillStyle=i,this.context.fillRect(e,t,n,r),this.context.globalAlpha=1}text(e,t,n,{color:r,size:i=11,align:a=`left`,weight:o=400,base:s=`middle`}){let c=this.context;c.fillStyle=r,c.font=`${o} ${i}px ${kl}`,c.textAlign=a,c.textBaseline=s,c.fillText(n,e,t)}width(e,t){return this.context.font=`500 ${t}px ${kl}`,this.context.measureText(e).width}},jl=e=>e.replace(/[&<>]/g,e=>({"&":`&amp;`,"<":`&lt;`,">":`&gt;`})[e]),Ml=e=>Math.round(e*100)/100,Nl=class{parts=[];line(e,{color:t,width:n=1,alpha:r=1,dash:i=[]}){let a=``,o=!1;for(let t=0;t<e.length;t+=2)Number.isNaN(e[t])?o=!1:(a+=`${o?`L`:`M`}${Ml(e[t])} ${Ml(e[t+1])}`,o=!0);if(!a)return;let s=i.length?` stroke-dasharray="${i.join(` `)}"`:``;this.parts.push(`<path d="${a}" fill="none" stroke="${t}" stroke-width="${n}" stroke-opacity="${r}" stroke-linejoin="round"${s}/>`)}dot(e,t,n,r,i=1){this.parts.push(`<circle cx="${Ml(e)}" cy="${Ml(t)}" r="${Ml(n)}" fill="${r}" fill-opacity="${i}"/>`)}ring(e,t,n,{color:r,width:i=1,alpha:a=1}){this.parts.push(`<circle cx="${Ml(e)}" cy="${Ml(t)}" r="${Ml(n)}" fill="none" stroke="${r}" stroke-width="${i}" stroke-opacity="${a}"/>`)}rect(e,t,n,r,i,a=1){this.parts.push(`<rect x="${Ml(e)}" y="${Ml(t)}" width="${Ml(n)}" height="${Ml(r)}" fill="${i}" fill-opacity="${a}"/>`)}text(e,t,n,{color:r,size:i=11,align:a=`left`,weight:o=400,base:s=`middle`}){let c={left:`start`,center:`middle`,right:`end`}[a],l={middle:`0.35em`,top:`0.8em`,bottom:`-0.2em`}[s];this.parts.push(`<text x="${Ml(e)}" y="${Ml(t)}" dy="${l}" fill="${r}" font-size="${i}" font-weight="${o}" text-anchor="${c}" font-family="${kl}">${jl(n)}</text>`)}width(e,t){return .58*t*e.length}group(e,t,n){this.parts.push(`<g transform="translate(${Ml(e)} ${Ml(t)})">`),n(),this.parts.push(`</g>`)}document(e,t,n){return`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${e} ${t}" width="${e}" height="${t}"><rect width="100%" height="100%" fill="${n}"/>${this.parts.join(``)}</svg>`}},Pl=class{box;top;bottom;width=0;height=0;constructor(e,t){this.box=e,this.bottom=e.appendChild(document.createElement(`canvas`)),this.top=e.appendChild(document.createElement(`canvas`)),this.top.classList.add(`tkf-top`),this.bottom.setAttribute(`aria-hidden`,`true`),new ResizeObserver(()=>{this.fit()&&t()}).observe(e),this.fit()}fit(){let{clientWidth:e,clientHeight:t}=this.box,n=window.devicePixelRatio||1,r=Math.round(e*n);if(e===this.width&&t===this.height&&this.top.width===r)return!1;this.width=e,this.height=t;for(let e of[this.bottom,this.top])e.width=r,e.height=Math.round(t*n);return!0}drawBase(e){this.draw(this.bottom,e)}drawOverlay(e){this.draw(this.top,e)}draw(e,t){let n=e.getContext(`2d`),r=window.devicePixelRatio||1;n.setTransform(r,0,0,r,0,0),n.clearRect(0,0,this.width,this.height),this.width>0&&this.height>0&&t(new Al(n),n)}picture(){return[this.bottom,this.top]}};function Fl(e,t){let n=t.getBoundingClientRect();return[e.clientX-n.left,e.clientY-n.top]}var Il=`
attribute vec3 tint; attribute float size; attribute float glow;
uniform float scale; uniform float round;
varying vec4 shade;
void main() {
  vec4 eye = modelViewMatrix * vec4(position, 1.0);
  // What stands behind the sphere fades.
  float front = mix(1.0, smoothstep(-0.35, 0.25, eye.z), round);
  shade = vec4(tint, glow * mix(0.22, 1.0, front));
  gl_PointSize = size * scale * mix(0.8, 1.0, front);
  gl_Position = projectionMatrix * eye;
}`,Ll=`
varying vec4 shade;
void main() {
  float r = length(gl_PointCoord - 0.5) * 2.0;
  float alpha = 1.0 - smoothstep(0.82, 1.0, r);
  if (alpha < 0.01) discard;
  gl_FragColor = vec4(shade.rgb, shade.a * alpha);
}`,Rl=`
uniform float solid; varying float depth;
void main() {
  vec4 eye = modelViewMatrix * vec4(position, 1.0);
  depth = mix(1.0, smoothstep(-0.6, 0.5, eye.z), solid);
  gl_Position = projectionMatrix * eye;
}`,zl=`
uniform vec3 tint; varying float depth;
void main() { gl_FragColor = vec4(tint, mix(0.16, 0.85, depth)); }`,Bl=class{projection=new $a(-1,1,1,-1,-10,10);world=new ar;globe=new ar;renderer;scene=new pr;dots;trails;lines=new xa({vertexShader:Rl,fragmentShader:zl,transparent:!0,depthTest:!1,uniforms:{tint:{value:[.5,.5,.5]},solid:{value:0}}});tints=[];size=``;constructor(e){this.renderer=Vl(e),this.dots=new aa(new si,new xa({vertexShader:Il,fragmentShader:Ll,transparent:!0,depthTest:!1,uniforms:{scale:{value:1},round:{value:0}}})),this.trails=new $i(new si,new Vi({vertexColors:!0,transparent:!0,depthTest:!1}));for(let[e,t]of[[this.dots,3],[this.trails,2]])e.frustumCulled=!1,e.renderOrder=t;this.world.add(this.globe,this.trails,this.dots),this.scene.add(this.world)}resize(e,t){let n=t?e*25:0;Hl(this.dots,{position:[e,3],tint:[e,3],size:[e,1],glow:[e,1]}),Hl(this.trails,{position:[2*n,3],color:[2*n,4]}),this.trails.geometry.setDrawRange(0,0)}surround(e){for(let e of this.globe.children)e.geometry.dispose();this.globe.clear(),this.lines.uniforms.solid.value=+(e===`globe`);for(let t of e===`nothing`?[]:e===`circle`?[Wl]:ql){let e=Array.from({length:129},(e,n)=>t(n*Math.PI/64));this.globe.add(new Yi(new si().setFromPoints(e),this.lines))}}fillDots(e,{colors:t,gray:n,hover:r,chosen:i,round:a}){let o=e.length/3,{position:s,tint:c,size:l,glow:u}=Ul(this.dots),d=new Map,f=Math.max(4.5,Math.min(13,62/o**.36));s.set(e),this.tints.length=o;for(let e=0;e<o;e++){let a=t[e]??n,o=d.get(a);o||d.set(a,o=de(a)),this.tints[e]=o,c.set(o,3*e),l[e]=e===r?f*1.6:f,u[e]=i.size===0||i.has(e)?.92:.15}let{uniforms:p}=this.dots.material;p.scale.value=window.devicePixelRatio||1,p.round.value=+!!a}fillTrails(e,t){let n=Math.max(0,e.length-1),r=n?e[0].length/3:0;if(this.trails.geometry.setDrawRange(0,2*n*r),!n)return;let{position:i,color:a}=Ul(this.trails);for(let o=0,s=0;o<n;o++)for(let c=0;c<r;c++,s+=2)for(let r=0;r<2;r++){let l=(o+r)/n*.6;for(let n=0;n<3;n++)i[3*(s+r)+n]=e[o+r][3*c+n],a[4*(s+r)+n]=t[n]+(this.tints[c][n]-t[n])*l;a[4*(s+r)+3]=l}}render(e,t,n){if(!this.renderer||!e)return;this.lines.uniforms.tint.value=n;let r=`${e}/${t}/${window.devicePixelRatio}`;r!==this.size&&(this.size=r,this.renderer.setPixelRatio(window.devicePixelRatio||1),this.renderer.setSize(e,t,!1)),this.renderer.render(this.scene,this.projection)}};function Vl(e){try{let t=new Ol({canvas:e,antialias:!0,alpha:!0});return t.setClearColor(0,0),t}catch{return null}}function Hl(e,t){e.geometry.dispose(),e.geometry=new si;for(let[n,[r,i]]of Object.entries(t))e.geometry.setAttribute(n,new Kr(new Float32Array(r*i),i).setUsage(zt))}function Ul(e){let t=Object.entries(e.geometry.attributes);return Object.fromEntries(t.map(([e,t])=>(t.needsUpdate=!0,[e,t.array])))}var Wl=e=>new J(Math.cos(e),Math.sin(e),0),Gl=e=>t=>new J(Math.sin(t)*Math.cos(e),Math.sin(t)*Math.sin(e),Math.cos(t)),Kl=e=>t=>Wl(t).multiplyScalar(Math.sqrt(1-e*e)).setZ(e),ql=[...[0,1,2,3,4,5].map(e=>Gl(e*Math.PI/6)),...[-.75,-.4,0,.4,.75].map(Kl)],Jl=64;function Yl(e,t,n,r){let{delta:i,renyi:a,strong:o}=t.begin.centers,s=t.points(t.x.subarray(0,t.n*t.d),new Float32Array(3*t.n)),c=new Set(o);for(let o of a){let a=c.has(o)?n.strong:n.ink;t.d===2&&e.line(Xl(s,o,i,c.has(o)?1.1:1.065,r),{color:a,width:3,alpha:.55});let[l,u,d]=r(s,3*o),f=t.d>=3&&d<0?.25:1;e.ring(l,u,6.5,{color:a,width:2,alpha:f}),c.has(o)&&e.ring(l,u,9.5,{color:a,width:1.2,alpha:f})}}function Xl(e,t,n,r,i){let a=Math.atan2(e[3*t+1],e[3*t]),o=[];for(let e=-24;e<=24;e++){let t=a+Math.min(n,Math.PI)*e/48;o.push(...i([r*Math.cos(t),r*Math.sin(t),0]).slice(0,2))}return o}function Zl(e,t,n,r){let i=t.begin.spectrum;if(!(!i?.leading||t.d>3||t.flat||i.leading.length!==1))for(let t of[1,-1]){let[a,o]=r([0,1,2].map(e=>t*(i.leading[0][e]??0)));for(let[t,r]of[[5,5],[5,-5]])e.line([a-t,o-r,a+t,o+r],{color:n.strong,width:1.6})}}function Ql(e,t,n,r,i,a,o){if(i>=0&&i<t.n){let[s,c]=o(r,3*i);e.ring(s,c,10,{color:n.ink,width:1.5});let l=s<a-80,u=t.words?.[i]??`token ${i}`;e.text(s+(l?15:-15),c-2,u,{color:n.ink,size:12,weight:600,align:l?`left`:`right`})}t.words&&t.n<=Jl&&$l(e,t.words,n,r,i,o)}function $l(e,t,n,r,i,a){let o=i<0?[]:[eu(e,t[i],12,a(r,3*i))];t.forEach((t,s)=>{let c=a(r,3*s),[l,u,d]=eu(e,t,10,c);s===i||c[2]<-.2||o.some(([e,t,n])=>l<t&&u>e&&Math.abs(d-n)<11)||(o.push([l,u,d]),e.text(l,d,t,{color:n.soft,size:10}))})}function eu(e,t,n,[r,i]){return[r+8,r+8+e.width(t,n),i]}function tu(e,t){let n=e.layers.top;n.tabIndex=0,n.setAttribute(`role`,`application`),n.setAttribute(`aria-label`,`Tokens. Drag one to move it; arrow keys turn the sphere.`);let r=-1,i=null,a=new Map;n.addEventListener(`pointerdown`,o=>{let[s,c]=Fl(o,n);n.setPointerCapture(o.pointerId),a.set(o.pointerId,[s,c]);let l=e.tokenAt(s,c),u=o.shiftKey?`add`:o.altKey?`delete`:t.tool();u===`add`?t.added(e.coordinates(s,c,-1)):u===`delete`&&l>=0?t.removed(l):u===`move`&&l>=0?r=l:i=[s,c]}),n.addEventListener(`pointermove`,o=>{let[s,c]=Fl(o,n);if(a.size===2&&a.has(o.pointerId))return e.zoom(nu(a,o.pointerId,s,c));r>=0?t.moved(r,e.coordinates(s,c,r),!1):i?(e.turn(s-i[0],c-i[1]),i=[s,c]):t.hover(e.tokenAt(s,c))});let o=o=>{a.delete(o.pointerId),r>=0&&t.moved(r,e.coordinates(...Fl(o,n),r),!0),r=-1,i=null};n.addEventListener(`pointerup`,o),n.addEventListener(`pointercancel`,o),n.addEventListener(`pointerleave`,()=>t.hover(-1)),n.addEventListener(`dblclick`,r=>t.choose(e.clusterAt(...Fl(r,n)))),n.addEventListener(`wheel`,t=>{t.preventDefault(),e.zoom(Math.exp(-t.deltaY/600))},{passive:!1})}function nu(e,t,n,r){let i=()=>{let[t,n]=[...e.values()];return Math.hypot(t[0]-n[0],t[1]-n[1])},a=i();return e.set(t,[n,r]),i()/Math.max(1,a)}var ru=1200,iu={turn:new ln().setFromAxisAngle(new J(1,0,0),-1.2).multiply(new ln().setFromAxisAngle(new J(0,0,1),-.6)).toArray(),zoom:1},au=class{act;layers;camera={turn:[...iu.turn],zoom:1};frames=0;scene;run=null;state=null;xyz=new Float32Array;project=(e,t=0)=>this.placeOf(e,t);constructor(e,t){this.act=t;let n=e.appendChild(document.createElement(`canvas`));n.classList.add(`tkf-webgl`),this.layers=new Pl(e,()=>this.redraw()),this.scene=new Bl(n),tu(this,t)}get is3d(){return!!this.run&&this.run.d>=3}get isRound(){return!!this.run&&!this.run.flat}show(e,t){e!==this.run&&this.setRun(e),this.state=t,this.redraw()}setRun(e){let t=e?.n??0,n=e=>!e||e.flat||e.d<2?`nothing`:e.d===2?`circle`:`globe`;t*3!==this.xyz.length&&(this.xyz=new Float32Array(3*t),this.scene.resize(t,t<=ru)),this.run&&n(e)===n(this.run)||this.scene.surround(n(e)),this.run=e}redraw(){let{run:e,state:t}=this;if(!t)return;let{theme:n}=t;this.frames++,this.aim(),e?.rows&&(e.points(this.tokensAt(e,t),this.xyz),this.scene.fillDots(this.xyz,{...t,gray:n.gray,round:this.is3d&&this.isRound}),this.scene.fillTrails(this.trailsOf(e,t),de(n.panel))),this.scene.render(this.layers.width,this.layers.height,de(n.faint)),this.layers.drawOverlay(e=>this.drawMarks(e,!this.scene.renderer))}tokensAt(e,{t,held:n}){let r=e.at(t);if(!n||n.token>=e.n||n.to.length!==e.d)return r;let i=r.slice();return i.set(n.to,n.token*e.d),i}trailsOf(e,{t,trails:n}){let r=e.rowAt(t);if(!n||e.n>ru||r<1)return[];let i=e.n*e.d,a=[];for(let t=Math.max(0,r-24);t<=r;t++)a.push(e.points(e.x.subarray(t*i,(t+1)*i),new Float32Array(3*e.n)));return[...a,this.xyz]}aim(){let{width:e,height:t}=this.layers,{projection:n,world:r}=this.scene,i=(this.run?.reach()??1)*1.2/(this.is3d?this.camera.zoom:Math.max(this.camera.zoom,.2)),a=Math.max(1,e/Math.max(1,t)),o=Math.max(1,t/Math.max(1,e));[n.left,n.right,n.top,n.bottom]=[-i*a,i*a,i*o,-i*o],n.updateProjectionMatrix(),this.is3d?r.quaternion.fromArray(this.camera.turn):r.quaternion.identity(),r.updateMatrixWorld()}placeOf(e,t){let n=new J(e[t],e[t+1],e[t+2]).applyQuaternion(this.scene.world.quaternion),{left:r,right:i,top:a,bottom:o}=this.scene.projection,{width:s,height:c}=this.layers;return[(n.x-r)/(i-r)*s,(a-n.y)/(a-o)*c,n.z]}unproject(e,t){let{left:n,right:r,top:i,bottom:a}=this.scene.projection,{width:o,height:s}=this.layers,c=new J(n+e/o*(r-n),i-t/s*(i-a),0);if(this.is3d&&this.isRound){let e=c.x*c.x+c.y*c.y;e<1?c.z=Math.sqrt(1-e):c.multiplyScalar(1/Math.sqrt(e))}return c.applyQuaternion(this.scene.world.quaternion.clone().invert()),this.isRound&&!this.is3d&&c.normalize(),c}drawMarks(e,t){let{run:n,state:r,project:i}=this;if(!n||!r||!n.rows)return;let{theme:a}=r;if(this.is3d&&this.isRound){let{left:t,right:n}=this.scene.projection,[r,o]=i([0,0,0]);e.ring(r,o,this.layers.width/(n-t),{color:a.faint})}t&&this.drawFlat(e,n,r),r.centers&&n.begin.centers&&Yl(e,n,a,i),Zl(e,n,a,i),Ql(e,n,a,this.xyz,r.hover,this.layers.width,i)}drawFlat(e,t,n){for(let t of this.scene.globe.children){let{array:r}=t.geometry.attributes.position,i=[];for(let e=0;e<r.length;e+=3)i.push(...this.project(r,e).slice(0,2));e.line(i,{color:n.theme.faint})}for(let r=0;r<t.n;r++){let[i,a,o]=this.project(this.xyz,3*r);e.dot(i,a,Math.max(2,Math.min(6,30/t.n**.36)),n.colors[r],this.is3d&&this.isRound&&o<0?.3:.9)}}tokenAt(e,t){let{run:n}=this;if(!n?.rows)return-1;let r=-1,i=256;for(let a=0;a<n.n;a++){let[n,o,s]=this.project(this.xyz,3*a);if(this.is3d&&this.isRound&&s<0)continue;let c=(n-e)**2+(o-t)**2;c<i&&([i,r]=[c,a])}return r}clusterAt(e,t){let n=this.tokenAt(e,t),{run:r,state:i}=this,a=r&&i?r.measuredAt(r.rowAt(i.t)):-1;if(!r||n<0||a<0)return[];let o=r.labels[a*r.n+n];return o<0?[n]:Array.from({length:r.n},(e,t)=>t).filter(e=>r.labels[a*r.n+e]===o)}coordinates(e,t,n){let r=this.run,i=this.unproject(e,t).toArray();if(r.d<=3)return i.slice(0,r.d);let a=r.axes(),o=r.at(this.state.t),s=Array.from({length:r.d},(e,t)=>n<0?0:o[n*r.d+t]),c=a.map(e=>e.reduce((e,t,n)=>e+t*s[n],0));return s.map((e,t)=>e+a.reduce((e,n,r)=>e+(i[r]-c[r])*n[t],0))}zoom(e){this.camera.zoom=Math.min(40,Math.max(.5,this.camera.zoom*e)),this.act.cameraMoved()}turn(e,t){if(!this.is3d)return;let n=Math.min(this.layers.width,this.layers.height)/2.4,r=new J(t,e,0),i=r.length()/n;if(!i)return;let a=new ln().setFromAxisAngle(r.normalize(),i);this.camera.turn=a.multiply(new ln().fromArray(this.camera.turn)).toArray(),this.act.cameraMoved()}picture(){return this.redraw(),[...this.scene.renderer?[this.scene.renderer.domElement]:[],...this.layers.picture()]}},ou=1e3,su=class{explorer;inHand=!1;constructor(e){this.explorer=e}remember(e){this.inHand||this.explorer.system.remember(),this.inHand=e}open(e){let{explorer:t}=this;if(!e.spec)return t.host.send({type:`preset`,name:e.name});t.system.remember(),t.system.set({...e.spec},e.name,e.words??null),t.parts.presets.value=e.name,t.chosen.clear(),t.pause(),Object.assign(t.options,l(t.system)),t.controls?.set(t.spec),t.restart=t.mayPlay=!0,Object.assign(t.views.tokens.camera,{turn:[...iu.turn],zoom:1}),t.applyOptions(),t.follow(!1)}undo(){this.explorer.system.undo()&&this.restored()}redo(){this.explorer.system.redo()&&this.restored()}restored(){let{explorer:e}=this;e.controls?.set(e.spec),e.parts.presets.value=e.name??``,e.restart=!0,e.follow(!1)}change(e,t,n){let{system:r,controls:i,parts:a}=this.explorer;this.remember(n),r.change(e,t),a.presets.value=``,i?.set(r.spec),this.explorer.follow(n&&r.value(`n`)<=ou)}changeMatrix(e,t){let{system:n,controls:r}=this.explorer;this.remember(!t),n.changeMatrix(e),t&&r?.set(n.spec),this.explorer.follow(!t)}tokensMoved(e){this.explorer.pause(),this.explorer.restart=!0,this.explorer.parts.presets.value=``,e||this.explorer.controls?.set(this.explorer.spec),this.explorer.follow(e)}followExactly(){this.explorer.follow(!1),this.explorer.controls?.set(this.explorer.spec)}removeToken(e){this.explorer.hover=-1,this.explorer.chosen.clear(),this.explorer.tokenEdits.remove(e)}},cu=class{system;target;held=null;rowsBefore=null;constructor(e,t){this.system=e,this.target=t}rows(e){let t=this.target.shown(e);return Array.from({length:e.n},(n,r)=>this.system.inSpace(Array.from(t.subarray(r*e.d,(r+1)*e.d))))}move(e,t,n){let r=this.target.run();if(!r)return;this.rowsBefore||=(this.system.remember(),this.rows(r));let i=this.system.inSpace(t);this.held={token:e,to:i};let a=this.rowsBefore.map((t,n)=>n===e?i:t);n&&(this.rowsBefore=null),this.system.start(a,r.n,this.system.words),this.target.moved(!n)}answered(){this.rowsBefore||(this.held=null)}add(e){this.edit((t,n)=>[[...t,this.system.inSpace(e)],n&&[...n,`+`]])}remove(e){let t=t=>t.filter((t,n)=>n!==e);(this.target.run()?.n??0)>1&&this.edit((e,n)=>[t(e),n&&t(n)])}edit(e){let t=this.target.run();if(!t)return;this.system.remember();let[n,r]=e(this.rows(t),this.system.words);this.system.start(n,t.n,r),this.target.moved(!0),this.target.followExactly()}};function lu(e,t){let n=O(`span`,{class:`tkf-note`}),r=O(`header`,{},O(`h2`,{},t),n),i=O(`div`,{class:`tkf-box`});return{box:i,note:n,head:r,panel:O(`section`,{class:`tkf-panel tkf-${e}`,"aria-label":t},r,i)}}function uu(e){e.classList.add(`tkf`);let t=O(`select`,{"aria-label":`preset`,class:`tkf-presets`}),n=O(`div`,{class:`tkf-badge`,role:`status`},O(`b`),O(`span`)),r=O(`div`,{class:`tkf-tools`}),i=O(`header`,{class:`tkf-head`},O(`h1`,{},`tokenflock`),t,n,r),a=O(`aside`,{class:`tkf-controls`,"aria-label":`controls`}),o=O(`details`,{class:`tkf-drawer`},O(`summary`,{},`Controls`),a);o.open=!0;let s=O(`div`,{class:`tkf-box tkf-view`}),c=O(`div`,{class:`tkf-box tkf-view`,hidden:``}),l=O(`div`,{class:`tkf-caption`,"aria-live":`off`}),u=O(`div`,{class:`tkf-token-tools`,role:`toolbar`,"aria-label":`tokens`}),d=O(`section`,{class:`tkf-panel tkf-stage`,"aria-label":`tokens`},O(`div`,{class:`tkf-views`},s,c),l,u),f=lu(`matrix`,`Attention`),p=lu(`histogram`,`Cosines of pairs`),m=lu(`spectrum`,`Spectrum of V`),h=lu(`phase`,`Phase diagram`),g=O(`div`,{class:`tkf-side`},f.panel,p.panel,m.panel,h.panel),_=O(`div`,{class:`tkf-transport`}),v=lu(`time`,`Time`);v.panel.replaceChildren(_,v.box);let y=O(`div`,{class:`tkf-toast`,role:`alert`,hidden:``}),b=O(`div`,{class:`tkf-bar`,role:`status`,hidden:``});return e.replaceChildren(i,b,O(`div`,{class:`tkf-main`},o,d,g,v.panel),y),{root:e,bar:b,presets:t,badge:n,tools:r,controls:a,drawer:o,first:s,second:c,caption:l,tokenTools:u,stage:d,matrix:f,histogram:p,spectrum:m,phase:h,side:g,play:_,time:v,toast:y}}var du=class{listeners=[];on(e){this.listeners.push(e)}emit(e){for(let t of this.listeners)t(e)}},fu=12,pu=class{cursor=0;playing=!1;toggled=new du;last=0;seek(e){this.cursor=Math.min(1,Math.max(0,e))}play(){this.cursor>=1&&(this.cursor=0),this.playing=!0,this.last=0,this.toggled.emit()}pause(){this.playing=!1,this.toggled.emit()}advance(e,t){if(!this.playing)return!1;let n=this.last?(e-this.last)/1e3:0;return this.last=e,this.cursor=Math.min(1,this.cursor+Math.min(n,.2)*t/fu),this.cursor>=1&&this.pause(),!0}},mu=class{host;next=1;pending=new Map;sent=new Map;constructor(e){this.host=e}ask(e,t,n){this.pending.set(e,{spec:t,preview:n,since:performance.now()}),this.sendNext(e)}open(){let e={spec:{},preview:!1,since:performance.now()};this.sent.set(`a`,{...e,id:this.next,canceled:!1}),this.host.send({type:`open`,id:this.next++})}drawn(e,t){let n=this.sent.get(e);return n?.id===t?(n.preview&&this.pending.has(e)&&(this.sent.delete(e),this.sendNext(e)),n.since):null}answered(e,t){this.sent.get(e)?.id===t&&(this.sent.delete(e),this.sendNext(e))}forget(){this.pending.clear(),this.sent.clear()}busy(e){return this.sent.has(e)||this.pending.has(e)}cancel(e){this.pending.delete(e),this.sent.has(e)&&this.host.send({type:`cancel`,slot:e})}sendNext(e){let t=this.pending.get(e),n=this.sent.get(e);if(!t)return;if(n){(!n.preview||performance.now()-n.since>500)&&!n.canceled&&(n.canceled=!0,this.host.send({type:`cancel`,slot:e}));return}this.pending.delete(e);let r=this.next++;this.sent.set(e,{...t,id:r,canceled:!1}),this.host.send({type:`run`,id:r,slot:e,spec:t.spec,preview:t.preview})}},hu=Math.log(10);function gu(e){return e>1e8?Math.log(2)+Math.log(e):Math.asinh(e)}function _u(e){return e>20?Math.exp(e-Math.log(2)):Math.sinh(e)}var vu=class{end;log;unit;constructor(e,t){this.end=e,this.log=t,this.unit=Math.min(1,e/30)}place(e){return this.log?gu(e/this.unit)/gu(this.end/this.unit):e/this.end}time(e){return e>=1?this.end:this.log?this.unit*_u(e*gu(this.end/this.unit)):e*this.end}ticks(e){let t=this.log?this.decades():yu(0,this.end,Math.max(2,e/90)),n=[],r=-1/0;for(let i of t){let t=this.place(i)*e;t-r<34||t>e+1||(n.push({t:i,name:Su(i)}),r=t)}return n}decades(){let e=Math.ceil(Math.log(this.unit)/hu-1e-9),t=Math.floor(Math.log10(this.end)+1e-9),n=Math.max(1,Math.ceil((t-e+1)/10)),r=[0];for(let i=e;i<=t;i+=n)r.push(10**i);return r}};function yu(e,t,n){let r=(t-e)/Math.max(1,n),i=10**Math.floor(Math.log10(r)),a=[1,2,5,10].map(e=>e*i).find(e=>e>=r*.999),o=[];for(let n=Math.ceil(e/a-1e-9)*a;n<=t+1e-9*a;n+=a)o.push(Math.abs(n)<1e-9*a?0:n);return o}var bu=`⁰¹²³⁴⁵⁶⁷⁸⁹`;function xu(e){return`10${String(e).replace(`-`,`⁻`).replace(/\d/g,e=>bu[+e])}`}function Su(e){if(e===0||!Number.isFinite(e))return String(e);let t=Math.floor(Math.log10(Math.abs(e))+1e-12);if(t>=-3&&t<5)return String(Number(e.toPrecision(3)));let n=Number((e/10**t).toPrecision(2));return n===1?xu(t):`${n}·${xu(t)}`}var Cu=34,wu=18,Tu=class{act;layers;rows=[];betas=[];theme=null;axis=new vu(1,!0);constructor(e,t){this.act=t,this.layers=new Pl(e,()=>this.redraw()),this.layers.top.addEventListener(`click`,e=>{let[t,n]=Fl(e,this.layers.top),r=Math.floor((1-n/(this.layers.height-wu))*this.betas.length);this.betas[r]!==void 0&&this.act.open(this.betas[r],Math.min(1,Math.max(0,(t-Cu)/(this.layers.width-Cu))))})}begin(e,t){[this.betas,this.axis,this.rows]=[e,t,[]],this.redraw()}add(e){let{times:t,alignment:n}=e.arrays;this.rows[e.row]={beta:e.beta,times:t,values:n},this.redraw()}get filled(){return this.rows.filter(Boolean).length}paint(e){this.theme=e,this.redraw()}redraw(){let{theme:e}=this;if(!e||!this.layers.width)return;let{width:t,height:n}=this.layers,[r,i]=[t-Cu,n-wu],[a,o]=[de(e.panel),de(e.dark?`#9fd6ff`:`#0b4f7a`)];this.layers.drawBase(s=>{let c=Math.max(1,this.betas.length);this.rows.forEach((e,t)=>{if(e)for(let n=0;n+1<e.times.length;n++){let l=this.axis.place(e.times[n])*r,u=this.axis.place(e.times[n+1])*r,d=Math.max(0,Math.min(1,e.values[n+1])),f=a.map((e,t)=>Math.round(255*(e+(o[t]-e)*d)));s.rect(Cu+l,i-(t+1)/c*i,u-l+.7,i/c+.7,`rgb(${f.join(`,`)})`)}});let l=Math.max(1,Math.ceil(c/5));for(let t=0;t<this.betas.length;t+=l)s.text(30,i-(t+.5)/c*i,String(Number(this.betas[t].toPrecision(2))),{color:e.soft,size:10,align:`right`});if(!this.betas.length)return s.text(t/2,n/2,`β against t: mean cosine`,{color:e.soft,align:`center`});for(let{t:i,name:a}of this.axis.ticks(r)){let o=Cu+this.axis.place(i)*r,c=o>t-12;s.text(c?t:o,n-8,a,{color:e.soft,size:10,align:c?`right`:`center`})}})}},Eu=24,Du=81,Ou=1e-6,ku=class{explorer;view;id=0;constructor(e){this.explorer=e,this.view=new Tu(e.parts.phase.box,{open:(e,t)=>this.open(e,t)})}begin(){let{spec:e,system:t}=this.explorer,n=t.value(`beta`)*2,[r,i]=[Math.min(0,n),Math.max(4,n)],a=Array.from({length:Eu},(e,t)=>r+(i-r)*(t+.5)/Eu),o={...e,samples:Math.min(Du,t.value(`samples`)),tol:Math.max(Ou,t.value(`tol`))};delete o.gamma,this.view.begin(a,this.explorer.axis()),this.explorer.host.send({type:`sweep`,id:++this.id,spec:o,betas:a}),this.note()}receive(e){e.type===`row`&&e.id===this.id&&this.view.add(e),this.note()}note(){let{filled:e}=this.view;this.explorer.parts.phase.note.textContent=e&&e<Eu?`${e} of ${Eu}`:``}open(e,t){this.explorer.pause(),this.explorer.edits.change(`beta`,Number(e.toPrecision(6)),!1),this.explorer.seek(t)}},Au=100,ju=class{spec={};defaults={};unitSpaces=[];name=null;words=null;history=[];undone=[];set(e,t,n=null){[this.spec,this.name,this.words]=[e,t,n]}value(e){return this.spec[e]??this.defaults[e]}get snapshot(){return{spec:this.spec,name:this.name,words:this.words}}remember(){this.history.push(this.snapshot),this.history.length>Au&&this.history.shift(),this.undone=[]}undo(){return this.step(this.history,this.undone)}redo(){return this.step(this.undone,this.history)}step(e,t){let n=e.pop();return n?(t.push(this.snapshot),this.set(n.spec,n.name,n.words),!0):!1}change(e,t){let n={...this.spec};t===null||JSON.stringify(t)===JSON.stringify(this.defaults[e])?delete n[e]:n[e]=t,e===`beta`&&delete n.gamma,e===`gamma`&&t!==null&&delete n.beta;let r=e===`n`||e===`d`;if(r)for(let e of[`init`,`masses`,`frozen`,`mask`])Array.isArray(n[e])&&delete n[e];if(e===`d`)for(let e of[`qk`,`ov`])Array.isArray(n[e])&&delete n[e];if(e===`init`)for(let e of[`masses`,`frozen`])delete n[e];this.set(n,null,r||e===`init`?null:this.words)}changeMatrix(e){this.set({...this.spec,ov:e},null,this.words)}start(e,t,n){let r={...this.spec,n:e.length,d:e[0].length,init:e};if(e.length!==t){for(let e of[`masses`,`frozen`])delete r[e];Array.isArray(r.mask)&&delete r.mask}this.set(r,null,n)}inSpace(e){if(!this.unitSpaces.includes(this.value(`space`).split(`:`)[0]))return e;let t=Math.hypot(...e);return t>1e-12?e.map(e=>e/t):e.map((e,t)=>+!t)}contrasted(e){let t={...this.spec,...e};for(let[e,n]of Object.entries(t))n===null&&delete t[e];return t}},Mu={consensus:`consensus`,stable:`stable`,metastable:`metastable, not converged`,saddle:`saddle, not converged`,moving:`still moving`,undecided:`undecided`};function Nu(e,t){if(!e)return{state:`busy`,words:`starting`,detail:``};if(!e.ended)return{state:`busy`,words:`following`,detail:e.rows?`t = ${Su(e.times[e.rows-1])}`:``};let n=Pu(e);if(e.preview)return{state:`preview`,words:`preview`,detail:n};if(!e.verdict)return{state:`busy`,words:t?`following`:`judging the end`,detail:n};let r=e.verdict.log10_next_merge,i=r==null?``:r<4?`, next merge after ${Su(10**r)}`:`, next merge after about ${xu(Math.round(r))}`,{state:a,reason:o}=e.verdict,s=o.includes(`local server`)?`${o} · ${n}`:n;return{state:a,words:(Mu[a]??a)+i,detail:s}}function Pu(e){let t=e.ended.solver??{},n=t.steps_accepted??t.layers;return[t.method,n===void 0?null:`${n} ${t.layers?`layers`:`steps`}`,t.slow_steps===void 0?null:`${t.slow_steps} slow steps`,t.tol===void 0?`step ${Su(t.step??1)}`:`tolerance ${Su(t.tol)} met`,e.ended.norm_error==null?null:`norm error ${Su(e.ended.norm_error)}`,t.wall_time===void 0?null:`${Su(t.wall_time)} s`].filter(Boolean).join(` · `)}function Fu(e,t,n){let{state:r,words:i,detail:a}=Nu(t,n),{badge:o,spectrum:s,matrix:c}=e;o.dataset.state=r,o.querySelector(`b`).textContent=i,o.querySelector(`span`).textContent=a,o.title=t?.verdict?.reason??a,s.note.textContent=t?Iu(t):``;let l=t?.matrices(`qk`,0)?.length??1;c.head.querySelector(`h2`).textContent=l>1?`Attention, mean of ${l} heads`:`Attention`}function Iu(e){let t=e.begin.spectrum;return t?.note?t.note:t?.prediction&&Lu(e)?`predicted: ${t.prediction}`:t?.blocks?`drag an eigenvalue`:``}function Lu({spec:e,begin:t}){let n=[`kappa`,`frozen`,`position`,`beta_end`,`mlp`,`linear`,`external`],{weighting:r=`softmax`,space:i=`sphere`,method:a=`auto`}=e,o=Math.max(...[`qk`,`ov`].map(e=>t.matrices[e]?.[0].length??1)),s=Math.max(...[`qk`,`ov`].map(e=>t.matrices[e]?.length??1));return e.mask===`causal`&&i===`sphere`&&r===`softmax`&&t.beta>=0&&o===1&&s===1&&!/^(layers|no-residual|nesterov)/.test(a)&&n.every(t=>e[t]==null)}function Ru(e,t,n,r){let i=t?.rows?zu(t,n,r):[];e.replaceChildren(...i.map((e,t)=>Object.assign(document.createElement(t?`span`:`b`),{textContent:e})))}function zu(e,t,n){let r=e.measuredAt(e.rowAt(t)),i=r<0?NaN:e.curves.count[r],a=r<0?0:e.curves.loose[r],o=[`t = ${Su(t)}`];return Number.isNaN(i)||o.push(`${i} ${i===1?`cluster`:`clusters`}${a?`, ${a} loose`:``}`),n&&e.begin.centers&&o.push(...Bu(e,i,a)),e.d>3&&o.push(`three principal directions`),o}function Bu(e,t,n){let{renyi:r,strong:i,delta:a,predicted:o}=e.begin.centers,s=[`${r.length} Rényi centers${o.renyi?` (${o.renyi.toFixed(1)})`:``}`,`${i.length} strong${o.strong?` (${o.strong.toFixed(1)})`:``}`],c=t*a/(2*Math.PI);return e.d===2&&!n&&c<1.5&&s.push(`parked ${c.toFixed(2)}, Rényi ${o.density.toFixed(2)}`),s}var Vu=60,Hu=700,Uu=16,Wu=class{act;layers;run=null;theme=null;t=0;hover=-1;density=new Float64Array(Vu);constructor(e,t){this.act=t,this.layers=new Pl(e,()=>this.redraw()),this.layers.top.addEventListener(`click`,e=>{let[t]=Fl(e,this.layers.top);this.act.choose(this.tokensOf(Math.floor(t/this.layers.width*Vu)))})}show(e,t,n,r){[this.run,this.t,this.theme,this.hover]=[e,t,n,r],this.redraw()}directions(){let e=this.run,t=T(e.at(this.t).slice(),e.d),n=Math.max(1,Math.ceil(e.n/Hu));return{u:t,picked:Array.from({length:Math.ceil(e.n/n)},(e,t)=>t*n)}}cosine(e,t,n){let r=this.run.d,i=0;for(let a=0;a<r;a++)i+=e[t*r+a]*e[n*r+a];return i}bin(e){return Math.min(59,Math.max(0,Math.floor((e+1)/2*Vu)))}tokensOf(e){if(!this.run?.rows)return[];let{u:t,picked:n}=this.directions(),r=new Set;for(let i of n)for(let a of n)a>i&&this.bin(this.cosine(t,i,a))===e&&r.add(i).add(a);return[...r]}redraw(){let{run:e,theme:t}=this;if(!t||!this.layers.width)return;let n=new Float64Array(Vu);if(this.density.fill(0),e?.rows){let{u:t,picked:r}=this.directions();for(let e=0;e<r.length;e++)for(let n=e+1;n<r.length;n++)this.density[this.bin(this.cosine(t,r[e],r[n]))]++;let i=r.length*(r.length-1)/2;for(let e=0;e<Vu;e++)this.density[e]/=i||1;if(this.hover>=0&&this.hover<e.n)for(let e of r)e!==this.hover&&(n[this.bin(this.cosine(t,this.hover,e))]+=1/r.length)}let{width:r,height:i}=this.layers,a=Math.max(1e-9,...this.density),o=i-Uu-4,s=e=>Math.sqrt(Math.min(1,e/a))*o;this.layers.drawBase(e=>{for(let i=0;i<Vu;i++){let a=s(this.density[i]);e.rect(i/Vu*r+.5,4+o-a,r/Vu-1,a,t.palette[0],.85);let c=s(n[i]);c&&e.rect(i/Vu*r+.5,4+o-c,r/Vu-1,c,t.strong,.7)}e.line([0,4+o,r,4+o],{color:t.faint}),e.text(1,i-6,`−1`,{color:t.soft}),e.text(r/2,i-6,`cosine 0`,{color:t.soft,align:`center`}),e.text(r-1,i-6,`1`,{color:t.soft,align:`right`})})}picture(){return this.layers.picture()}},Gu=1e-13,Ku=1e-9,qu=.1,Ju=1e-13,Yu=400,Xu=12;function Zu(e,t,n){let r=new Qu(ed(e),$u(t,e.length));return n.some(e=>e!==0)&&r.from(n,1,Xu)||r.from(n.fill(0),1/r.largest,Yu),n.set(r.g),r.w}var Qu=class{l;m;w;largest;g=new Float64Array;share=1;constructor(e,t){this.l=e,this.m=t,this.w=e.map(e=>new Float64Array(e.length)),this.largest=1;for(let t of e)for(let e of t)e>-1/0&&(this.largest=Math.max(this.largest,-e))}from(e,t,n){this.move(Float64Array.from(e),t);for(let e=0,t=1/0;e<n;e++){let e=this.lack();if(this.share===1&&(e<=Gu||e<Ku&&e>t/2))return!0;t=this.share===1?e:1/0,e<qu&&this.share<1&&this.grow();let n=id(this.w,this.m);this.move(td(this.g.map((e,t)=>e+n[t])),this.share)}return!1}move(e,t){[this.g,this.share]=[e,t],nd(this.w,this.l,t,e.map((e,t)=>e+Math.log(this.m[t])))}grow(){let e=Math.min(1,2*this.share);this.move(this.g.map(t=>t*e/this.share),e)}lack(){return rd(this.w,this.m).reduce((e,t,n)=>Math.max(e,Math.abs(t/this.m[n]-1)),0)}};function $u(e,t){let n=new Float64Array(t).fill(1);e&&n.set(e);let r=n.reduce((e,t)=>e+t,0)/t;return n.map(e=>e/r)}function ed(e){let t=-1/0;for(let n of e)for(let e of n)t=Math.max(t,e);return e.map(e=>e.map(e=>e-t))}function td(e){let t=e.reduce((e,t)=>e+t,0)/e.length;return e.map(e=>e-t)}function nd(e,t,n,r){let i=e.length;for(let a=0;a<i;a++){let[o,s]=[e[a],t[a]],c=-1/0;for(let e=0;e<i;e++)c=Math.max(c,o[e]=n*s[e]+r[e]);let l=0;for(let e=0;e<i;e++)l+=o[e]=Math.exp(o[e]-c);for(let e=0;e<i;e++)o[e]/=l}}function rd(e,t){let n=new Float64Array(e.length);return e.forEach((e,r)=>{for(let i=0;i<n.length;i++)n[i]+=t[r]*e[i]}),n}function id(e,t){let n=rd(e,t),r=od(ad(e,t,n),t.map((e,t)=>e-n[t])),i=2*r.reduce((e,t)=>Math.max(e,Math.abs(t)),0)+1e-300;return r.map(e=>e*Math.log1p(i)/i)}function ad(e,t,n){let r=e.length,i=e.map((e,t)=>new Float64Array(t+1).fill(1/r));for(let n=0;n<r;n++){let a=e[n];for(let e=0;e<r;e++){let r=t[n]*a[e];if(r<1e-40)continue;let o=i[e];for(let t=0;t<=e;t++)o[t]-=r*a[t]}}for(let e=0;e<r;e++)i[e][e]+=n[e]+Ju;return i}function od(e,t){let n=t.length,r=Float64Array.from(t);for(let t=0;t<n;t++){let n=e[t];for(let i=0;i<t;i++){let a=e[i],o=n[i];for(let e=0;e<i;e++)o-=n[e]*a[e];n[i]=o/a[i],r[t]-=n[i]*r[i]}let i=n[t];for(let e=0;e<t;e++)i-=n[e]*n[e];n[t]=Math.sqrt(Math.max(i,Ju)),r[t]/=n[t]}for(let t=n-1;t>=0;t--){r[t]/=e[t][t];for(let n=0;n<t;n++)r[n]-=e[t][n]*r[t]}return r}var sd=1e-6,cd=400;function ld(e,t){let n=e.attention(t);if(!n)return null;let r=n.law.weighting.kind;if(r===`sinkhorn`&&n.n>cd)return null;let{x:i,...a}=n,o={...a,x:n.law.frequencies?xd(i,n):i},s={softmax:dd,unnormalized:fd,hardmax:pd,sinkhorn:md}[r];return ud(n.heads.map((e,t)=>s(o,e,t)),n.n)}function ud(e,t){if(e.length===1)return e[0];let n=new Float64Array(t);return(r,i)=>{i.fill(0);for(let a of e){a(r,n);for(let r=0;r<t;r++)i[r]+=n[r]/e.length}}}function dd(e,t){let{n,scale:r}=e,[i,a]=[gd(e,t,_d(e)),yd(e)];return(e,t)=>{i(e,t);let o=0;for(let e=0;e<n;e++)o+=t[e]=a[e]*Math.exp(hd(r,t[e]));for(let e=0;e<n;e++)t[e]/=o}}function fd(e,t){let{n,scale:r,beta:i,law:a}=e,o=_d(e),[s,c,l]=[gd(e,t,o),yd(e),bd(e)],u=a.weighting.scaled?Math.abs(i):0;return(e,t)=>{let i=s(e,t),d=0;for(let t=0;t<n;t++)o(e,t)&&(d+=a.masses?.[t]??1);for(let a=0;a<n;a++)t[a]=c[a]*Math.exp(hd(r,t[a]+i)-u)/(d*l[e])}}function pd(e,t){let{n,law:r,x:i}=e,[a,o]=[gd(e,t,r.weighting.others?vd(e,_d(e)):_d(e)),yd(e)],s=sd*Sd(i)**2*(t?Sd(t.flat()):1);return(e,t)=>{a(e,t);let r=0;for(let e=0;e<n;e++)r+=t[e]=t[e]>=-s?o[e]:0;for(let e=0;e<n;e++)t[e]/=r}}function md(e,t,n){let{n:r,scale:i,potentials:a}=e,o=gd(e,t,_d(e)),s=Zu(Array.from({length:r},(e,t)=>{let n=new Float64Array(r),a=o(t,n);return n.map(e=>hd(i,e+a))}),e.law.masses,a[n]??=new Float64Array(r));return(e,t)=>t.set(s[e])}var hd=(e,t)=>t===-1/0?t:e*t;function gd({x:e,n:t,d:n,beta:r},i,a){let[o,s]=[new Float64Array(n),r<0?-1:1],c=(t,r)=>{let i=0;for(let a=0;a<n;a++)i+=o[a]*(r<0?e[t+a]:e[t+a]-e[r+a]);return i};return(r,l)=>{for(let t=0;t<n;t++)if(o[t]=i?0:s*e[r*n+t],i)for(let a=0;a<n;a++)o[t]+=s*e[r*n+a]*i[a][t];let[u,d]=[-1/0,0];for(let e=0;e<t;e++)l[e]=a(r,e)?c(e*n,-1):-1/0,l[e]>u&&([u,d]=[l[e],e]);for(let e=0;e<t;e++)l[e]>-1/0&&(l[e]=c(e*n,d*n));return u}}function _d({law:{mask:e}}){switch(e.kind){case`full`:return()=>!0;case`window`:return(t,n)=>n<=t&&n>t-e.width;case`explicit`:return(t,n)=>!!e.rows[t][n]}}function vd({x:e,n:t,d:n},r){let i=sd*Sd(e),a=(t,r)=>{for(let a=0;a<n;a++)if(Math.abs(e[t*n+a]-e[r*n+a])>i)return!0;return!1},o=Array.from({length:t},(e,n)=>{for(let e=0;e<t;e++)if(r(n,e)&&a(n,e))return!1;return!0});return(e,t)=>r(e,t)&&(o[e]||a(e,t))}function yd(e){let{masses:t}=e.law;return bd(e).map((e,n)=>e*(t?.[n]??1))}function bd({law:e,n:t}){return new Float64Array(t).map((n,r)=>Math.exp(e.fading*(r+1-t)/t))}function xd(e,{law:t,n,d:r}){let i=Float64Array.from(e);for(let a=0;a<n;a++)t.frequencies.forEach((t,n)=>{let[o,s]=[Math.cos(a*t),Math.sin(a*t)],c=a*r+2*n;i[c]=o*e[c]-s*e[c+1],i[c+1]=s*e[c]+o*e[c+1]});return i}function Sd(e){let t=0;for(let n=0;n<e.length;n++)t=Math.max(t,Math.abs(e[n]));return t}var Cd=220,wd=class{act;layers;view=[0,0,1];run=null;t=0;theme=null;image=null;hover=-1;partner=-1;note=``;constructor(e,t){this.act=t,this.layers=new Pl(e,()=>this.redraw());let n=this.layers.top,r=null;n.addEventListener(`pointermove`,e=>{let[t,i]=Fl(e,n);if(r){let e=this.side();this.pan((r[0]-t)/e,(r[1]-i)/e),r=[t,i]}else this.act.hover(...this.cell(t,i))}),n.addEventListener(`pointerdown`,e=>{n.setPointerCapture(e.pointerId),r=Fl(e,n)}),n.addEventListener(`pointerup`,()=>r=null),n.addEventListener(`pointerleave`,()=>this.act.hover(-1,-1)),n.addEventListener(`dblclick`,()=>{this.view=[0,0,1],this.image=null,this.redraw()}),n.addEventListener(`wheel`,e=>{e.preventDefault(),this.zoom(...Fl(e,n),Math.exp(e.deltaY/500))},{passive:!1})}show(e,t,n,r){[this.run,this.t,this.theme,this.hover]=[e,t,n,r],this.redraw()}side(){return Math.min(this.layers.width,this.layers.height)}pan(e,t){let[n,r,i]=this.view,a=e=>Math.min(1-i,Math.max(0,e));this.view=[a(n+e*i),a(r+t*i),i],this.image=null,this.redraw()}zoom(e,t,n){let r=this.side(),[i,a,o]=this.view,s=Math.min(1,Math.max(4/Math.max(4,this.run?.n??4),o*n)),[c,l]=[i+e/r*o,a+t/r*o];this.view=[c-e/r*s,l-t/r*s,s],this.pan(0,0)}cell(e,t){let n=this.run?.n??0,[r,i,a]=this.view,o=Math.floor((r+e/this.side()*a)*n),s=Math.floor((i+t/this.side()*a)*n);return s>=0&&s<n&&o>=0&&o<n?[s,o]:[-1,-1]}values(){let{run:e}=this;if(!e?.rows)return null;let t=ld(e,this.t);if(!t)return null;let[n,r,i]=this.view,a=Math.floor(r*e.n),o=Math.floor(n*e.n),s=Math.max(1,Math.min(e.n,Math.round(i*e.n))),c=Math.min(s,Cd),l=new Float64Array(c*c),u=new Float64Array(e.n);for(let n=0;n<c;n++){t(Math.min(e.n-1,a+Math.floor((n+.5)*s/c)),u);for(let t=0;t<c;t++){let r=o+Math.floor(t*s/c),i=Math.max(r+1,o+Math.floor((t+1)*s/c)),a=0;for(let t=r;t<Math.min(i,e.n);t++)a+=u[t];l[n*c+t]=a}}return{size:c,w:l,thinned:Math.ceil(s/c)}}redraw(){let{run:e,theme:t}=this;if(!t||!this.layers.width)return;let n=e?e.rowAt(this.t):0,r=`${e?.id}/${e?.slot}/${e?.rows===e?.samples}/${n}/${this.view}/${t.dark}/${this.layers.width}`;if(this.image?.key!==r){let n=this.values();this.image=n?{data:Td(n,t),key:r}:null,this.note=n?n.thinned>1?`every ${n.thinned}ᵗʰ row`:``:`not shown for this weighting or position`,this.act.noted(e?.rows?this.note:``)}let i=this.side();this.layers.drawBase((e,t)=>{if(!this.image)return;let n=new OffscreenCanvas(this.image.data.width,this.image.data.height);n.getContext(`2d`).putImageData(this.image.data,0,0),t.imageSmoothingEnabled=!1,t.drawImage(n,0,0,i,i)}),this.layers.drawOverlay(n=>{if(!e||this.hover<0)return;let[r,a,o]=this.view,s=(((this.partner<0?this.hover:this.partner)+.5)/e.n-r)/o*i,c=((this.hover+.5)/e.n-a)/o*i;c>=0&&c<=i&&n.line([0,c,i,c],{color:t.strong,width:1,alpha:.8}),s>=0&&s<=i&&n.line([s,0,s,i],{color:t.strong,width:1,alpha:.8})})}picture(){return this.layers.picture()}};function Td({size:e,w:t},n){let r=new ImageData(e,e),[i,a]=[de(n.panel),de(n.dark?`#9fd6ff`:`#0b4f7a`)];for(let n=0;n<e;n++){let o=1e-300;for(let r=0;r<e;r++)o=Math.max(o,t[n*e+r]);for(let s=0;s<e;s++){let c=Math.sqrt(t[n*e+s]/o),l=4*(n*e+s);for(let e=0;e<3;e++)r.data[l+e]=255*(i[e]+(a[e]-i[e])*c);r.data[l+3]=255}}return r}var Ed=14,Dd=class{act;layers;blocks=null;basis=[];fixed=[];reach=1.5;theme=null;run=null;held=-1;constructor(e,t){this.act=t,this.layers=new Pl(e,()=>this.redraw());let n=this.layers.top;n.tabIndex=0,n.setAttribute(`role`,`application`),n.setAttribute(`aria-label`,`Eigenvalues of V. Drag one; arrow keys move the leading one.`),n.addEventListener(`pointerdown`,e=>{let[t,r]=Fl(e,n);this.held=this.blockAt(t,r),this.held>=0&&n.setPointerCapture(e.pointerId)}),n.addEventListener(`pointermove`,e=>{this.held>=0&&this.move(...this.number(...Fl(e,n)),!1)}),n.addEventListener(`pointerup`,e=>{this.held>=0&&this.move(...this.number(...Fl(e,n)),!0),this.held=-1}),n.addEventListener(`keydown`,e=>this.key(e))}show(e,t){e&&e!==this.run&&this.held<0&&this.setRun(e),this.run=e,this.theme=t,this.redraw()}setRun(e){let{blocks:t,basis:n,re:r,im:i}=e.begin.spectrum;this.blocks=t?t.map(e=>[...e]):null,this.basis=n??[],this.fixed=r.map((e,t)=>[e,i[t]]);let a=Math.max(1,...this.fixed.map(([e,t])=>Math.max(Math.abs(e),Math.abs(t))));(a*1.3>this.reach||a*3<this.reach)&&(this.reach=a*1.5)}scale(){return Math.min(this.layers.width,this.layers.height)/2/this.reach}at(e,t){return[this.layers.width/2+e*this.scale(),this.layers.height/2-t*this.scale()]}number(e,t){return[(e-this.layers.width/2)/this.scale(),(this.layers.height/2-t)/this.scale()]}dots(){return this.blocks?this.blocks.flatMap(([e,t],n)=>(t?[1,-1]:[1]).map(r=>{let[i,a]=this.at(e,r*(t??0));return{block:n,sign:r,x:i,y:a}})):this.fixed.map(([e,t])=>{let[n,r]=this.at(e,t);return{block:-1,sign:1,x:n,y:r}})}blockAt(e,t){let n=Ed,r=-1;for(let i of this.dots()){let a=Math.hypot(i.x-e,i.y-t);a<n&&([n,r]=[a,i.block])}return r}move(e,t,n){let{blocks:r}=this;if(!r)return;let i=this.reach*.97;e=Math.min(i,Math.max(-i,Math.abs(e)<.02*this.reach?0:e)),t=Math.min(i,Math.abs(t)<.05*this.reach?0:Math.abs(t));let a=r[this.held];a.length===2&&t>0?r[this.held]=[e,t]:a.length===2?r.splice(this.held,1,[e],[e]):t===0?r[this.held]=[e]:this.pair(e,t),this.redraw(),this.act.changed(this.matrix(),n)}pair(e,t){let n=this.blocks,r=this.held,i=-1;if(n.forEach((e,t)=>{t!==r&&e.length!==2&&(i<0||Math.abs(e[0]-n[r][0])<Math.abs(n[i][0]-n[r][0]))&&(i=t)}),i<0){n[r]=[e];return}let a=e=>n.slice(0,e).reduce((e,t)=>e+t.length,0),[o,s]=[Math.min(r,i),Math.max(r,i)],c=a(s),l=a(o)+1;this.basis=this.basis.map(e=>{let t=[...e],[n]=t.splice(c,1);return t.splice(l,0,n),t}),n.splice(s,1),n[o]=[e,t],this.held=o}matrix(){let e=this.basis.length,t=Array.from({length:e},()=>Array(e).fill(0)),n=0;for(let[e,r]of this.blocks)t[n][n]=e,r&&(t[n+1][n+1]=e,t[n][n+1]=r,t[n+1][n]=-r),n+=r?2:1;return y(y(this.basis,t),x(this.basis)).map(e=>e.map(e=>Math.abs(e)<1e-14?0:e))}key(e){let t={ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,1],ArrowDown:[0,-1]}[e.key];if(!t||!this.blocks)return;e.preventDefault(),e.stopPropagation(),this.held=this.blocks.reduce((e,[t],n)=>t>this.blocks[e][0]?n:e,0);let[n,r=0]=this.blocks[this.held],i=this.reach*.06;this.move(n+t[0]*i,Math.max(0,r+t[1]*i),!0),this.held=-1}redraw(){let{theme:e}=this;if(!e||!this.layers.width)return;let{width:t,height:n}=this.layers,r=this.run?.begin.spectrum?.rate??NaN;this.layers.drawBase(i=>{let[a,o]=this.at(0,0),s=this.at(Number.isNaN(r)?-1e9:r,0)[0];i.line([0,o,t,o],{color:e.faint}),i.line([a,0,a,n],{color:e.faint});let[c]=this.at(1,0);i.ring(a,o,c-a,{color:e.line});for(let n of yu(-this.reach,this.reach,4)){if(!n)continue;let[r]=this.at(n,0);r>16&&r<t-16&&i.text(r,o+10,Su(n),{color:e.soft,size:10,align:`center`})}i.line([s,0,s,n],{color:e.strong,width:1,alpha:.7,dash:[3,3]}),i.text(t-3,o-8,`Re`,{color:e.soft,size:10,align:`right`}),i.text(a+4,8,`Im`,{color:e.soft,size:10});let l=new Map;for(let t of this.dots()){let n=`${Math.round(t.x)}/${Math.round(t.y)}`,r=l.get(n)??0;l.set(n,r+1);let a=Math.abs(t.x-s)<3;i.dot(t.x,t.y,5.5,a?e.strong:e.palette[0],.9),r&&r<3&&i.ring(t.x,t.y,5.5+3*r,{color:a?e.strong:e.palette[0],alpha:.7})}for(let[t,n]of l){let[r,a]=t.split(`/`).map(Number);n>1&&i.text(r+14,a-12,`×${n}`,{color:e.soft,size:11})}})}picture(){return this.layers.picture()}},Od=12,kd=[5,4],Ad=[2,3],jd=(e,t)=>[e,t];function Md({painter:e,width:t},n,r){let i=46;for(let[a,o]of r){let r=e.width(a,11);if(i+r>t-14)return;e.text(i,n.top-9,a,{color:o,size:11,weight:500}),i+=r+14}}function Nd({painter:e,theme:t,width:n},r){let i=r.top+r.height;e.line([46,i,n-14,i],{color:t.faint})}function Pd({painter:e,x:t},n,r,i,a,o,s=!1){let c=[],l=NaN;for(let e=0;e<Math.min(n.rows,r.length);e++){let a=r[e]??NaN;if(Number.isNaN(a))continue;let o=i(a);Number.isNaN(o)?c.push(NaN,NaN):(s&&!Number.isNaN(l)&&c.push(t(n.times[e]),l),c.push(t(n.times[e]),o)),l=o}e.line(c,{color:a,width:1.6,dash:o})}function Fd(e,t,n){return n?{y:t=>e.top+e.height*Math.log10(Math.max(1-t,10**-12))/-12,ticks:[0,4,8,12].filter(e=>e<=Od).map(e=>[1-10**-e,e?xu(-e):`1`])}:{y:n=>e.top+e.height*(1-(Math.max(t,n)-t)/(1-t)),ticks:(t<0?[-1,0,1]:[0,1]).map(e=>[e,String(e)])}}function Id(e,t,n,r){let{painter:i,theme:a}=e,o=n[0].flat,{y:s,ticks:c}=Fd(t,o?-1:0,r),l=r?`1 − `:``,u=[[`alignment`,`${l}mean cosine`,a.palette[2]]];o||u.unshift([`energy`,`${l}energy`,a.palette[0]]),Nd(e,t);for(let[e,t]of c)i.text(40,s(e),t,{color:a.soft,align:`right`});!o&&!r&&Ld(e,n[0],s);let d=new Set;n.forEach((t,n)=>{for(let[r,,i]of u)Pd(e,t,t.curves[r],s,i,n?kd:[]);for(let n of t.ended?.theory?.curves??[])Pd(e,t,n.values,s,a.strong,Ad),d.add(n.name)}),Md(e,t,[...u.map(([,e,t])=>jd(e,t)),...[...d].map(e=>jd(e,a.strong)),...n.length>1?[jd(`dashed: the second run`,a.soft)]:[]])}function Ld({painter:e,theme:t,x:n},r,i){let a=[];for(let e=0;e<r.measured;e++){let t=r.labels.subarray(e*r.n,(e+1)*r.n);if(t[0]===-2||r.curves.loose[e]>0)continue;let o=new Map;t.forEach(e=>o.set(e,(o.get(e)??0)+1));let s=0;for(let e of o.values())s+=(e/r.n)**2;a.push(n(r.times[e]),i(s))}e.line(a,{color:t.soft,width:1,dash:[1,3]})}function Rd(e,t,n){let{painter:r,theme:i,width:a,x:o}=e,s=n[0].ended?.theory?.levels??[],c=n[0].ended?.theory?.times??[],l=t.top+t.height,u=1;for(let{curves:e}of n)for(let t of[e.count,e.loose])for(let e of t)e>u&&(u=e);for(let{value:e}of s)u=Math.max(u,e);let d=Math.max(Math.log10(u*1.15),.3),f=e=>t.top+t.height*(1-Math.max(0,Math.log10(Math.max(e,1)))/d);Nd(e,t);for(let e of[1,10,100,1e3])e<=u&&r.text(40,f(e),String(e),{color:i.soft,align:`right`});for(let{value:e}of s)r.line([46,f(e),a-14,f(e)],{color:i.strong,width:1.2,dash:Ad});for(let{t:e}of c)r.line([o(e),t.top,o(e),l],{color:i.strong,width:1.2,dash:Ad});n.forEach((t,n)=>{Pd(e,t,t.curves.loose,e=>e>0?f(e):NaN,i.gray,n?kd:[]),Pd(e,t,t.curves.count,f,i.ink,n?kd:[],!0)});for(let{time:e}of n[0].merges())r.line([o(e),l-6,o(e),l],{color:i.strong,width:1.4});let p=[...new Set([...s,...c].map(({name:e})=>e))];Md(e,t,[[`clusters`,i.ink],[`loose tokens`,i.gray],[`merges`,i.strong],...p.map(e=>jd(e,i.strong))])}function zd(e){let[t,n]=Bd(e);return e.flat||e.d===1?[e.d===1?`tokens`:`first coordinate`,yu(t,n,4).map(e=>[e,Su(e)])]:e.d===2&&n-t<6?[`angle of every token`,yu(t,n,3).map(e=>[e,Su(e)])]:e.d===2?[`angle of every token`,[[-Math.PI,`−π`],[0,`0`],[Math.PI,`π`]]]:[`angle to where token 0 started`,[[0,`0`],[Math.PI/2,`π/2`],[Math.PI,`π`]]]}function Bd(e){return e.flat||e.d===1?[-1.05*e.reach(),1.05*e.reach()]:e.d===2?e.angles():[0,Math.PI]}function Vd(e,t){let[n,r]=Bd(e),i=t.height/(r-n);return e=>t.top+(r-e)*i}function Hd(e,t,n){let{d:r,n:i,x:a}=e,o=(t*i+n)*r;if(e.flat||r===1)return a[o];if(r===2)return Math.atan2(a[o+1],a[o]);let s=0,c=0,l=0;for(let e=0;e<r;e++)s+=a[o+e]*a[e],c+=a[o+e]**2,l+=a[e]**2;return Math.acos(Math.max(-1,Math.min(1,s/Math.sqrt(c*l||1))))}function Ud(e,t,n){let r=Array.from({length:e.n},(e,t)=>t),i=n=>e.d===2&&!e.flat?Hd(e,t,n):e.labels[t*e.n+n],a=t=>Hd(e,0,t);r.sort((e,t)=>Math.round((i(e)-i(t))*1e4)||a(e)-a(t));let o=Array(e.n);return r.forEach((t,r)=>o[t]=n.top+16+(r+.5)/e.n*(n.height-20)),o}var Wd=24,Gd=21,Kd=600,qd=class{act;layers;state=null;runs=[];constructor(e,t){this.act=t,this.layers=new Pl(e,()=>this.redraw());let n=this.layers.top,r=!1,i=null;n.addEventListener(`pointerdown`,e=>{n.setPointerCapture(e.pointerId);let[t,a]=Fl(e,n);e.shiftKey?i=[t,a]:(r=!0,this.act.scrub(this.cursorAt(t)))}),n.addEventListener(`pointermove`,e=>{let[t,a]=Fl(e,n);r?this.act.scrub(this.cursorAt(t)):i||this.act.hover(this.tokenAt(t,a))}),n.addEventListener(`pointerup`,e=>{let[,t]=Fl(e,n);i&&this.act.choose(this.brushed(i[0],i[1],t)),r=!1,i=null}),n.addEventListener(`pointerleave`,()=>this.act.hover(-1))}show(e,t){this.runs=e,this.state=t,this.redraw()}redraw(){this.state&&(this.layers.drawBase(e=>this.draw(e,this.layers.width,this.layers.height)),this.drawOverlay(this.state))}drawOverlay(e){this.state=e;let{height:t}=this.layers;this.layers.drawOverlay(n=>{let r=this.runs[0];r?.rows&&e.hover>=0&&e.hover<r.n&&!e.tree&&this.drawLine(n,r,e.hover,{color:e.theme.ink,width:1.8},Vd(r,this.bands(t)[0]),this.columns(r));let i=this.x(e.cursor);n.line([i,4,i,t-Wd],{color:e.theme.accent,width:1.5}),n.dot(i,4,4,e.theme.accent)})}inner(){return this.layers.width-46-14}x(e){return 46+e*this.inner()}cursorAt(e){return Math.min(1,Math.max(0,(e-46)/this.inner()))}bands(e){let t=e-Wd-63,n=Math.max(60,Math.round(t*(this.state?.gap?.36:.56))),r=Math.round((t-n)*(this.state?.gap?.68:.5));return[{top:Gd,height:n},{top:42+n,height:r},{top:63+n+r,height:t-n-r}]}draw(e,t,n){let{theme:r,axis:i,tree:a,gap:o}=this.state,[s,c,l]=this.bands(n);for(let{t:a,name:o}of i.ticks(t-46-14)){let t=this.x(i.place(a));for(let n of[s,c,l])e.line([t,n.top,t,n.top+n.height],{color:r.line});e.text(t,n-Wd+12,o,{color:r.soft,align:`center`})}e.text(30,n-Wd+12,`t`,{color:r.soft,align:`right`});let u=this.runs[0];if(!u||!u.rows)return;let d={painter:e,theme:r,width:t,x:e=>this.x(i.place(e))};a?this.drawTree(d,u,s):this.drawTokens(d,u,s),Id(d,c,this.runs,o),Rd(d,l,this.runs)}drawTokens(e,t,n){let{painter:r,theme:i}=e,{chosen:a,colors:o}=this.state,[s,c]=zd(t),l=Vd(t,n),u=this.columns(t);for(let[e,t]of c)r.text(40,l(e),t,{color:i.soft,align:`right`});let d=Math.max(1,Math.ceil(t.n/Kd)),f=Math.max(.5,Math.min(1.6,5/t.n**.4));for(let e=0;e<t.n;e+=d)this.drawLine(r,t,e,{color:o[e]??i.gray,width:f,alpha:a.size&&!a.has(e)?.12:.75},l,u);Md(e,n,[[s,i.soft]])}columns(e){let t=[],n=[];for(let r=0;r<e.rows;r++){let i=this.x(this.state.axis.place(e.times[r]));t.length&&r<e.rows-1&&i-n[n.length-1]<.75||(t.push(r),n.push(i))}return{rows:t,xs:n}}drawLine(e,t,n,r,i,{rows:a,xs:o}){let s=[],c=NaN;a.forEach((e,r)=>{let a=Hd(t,e,n);Math.abs(a-c)>Math.PI&&s.push(NaN,NaN),s.push(o[r],i(a)),c=a}),e.line(s,r)}drawTree(e,t,n){let{painter:r,theme:i}=e,{chosen:a,colors:o}=this.state,s=t.measuredAt(t.rows-1);if(s<0)return;let c=Ud(t,s,n),l=Array.from({length:t.n},()=>[]);for(let n=0;n<=s;n++){if(t.labels[n*t.n]===-2)continue;let r=e.x(t.times[n]),i=new Map;for(let e=0;e<t.n;e++){let r=t.labels[n*t.n+e],[a,o]=i.get(r)??[0,0];i.set(r,[a+c[e],o+1])}for(let e=0;e<t.n;e++){let a=t.labels[n*t.n+e],[o,s]=i.get(a);l[e].push(r,a<0?c[e]:o/s)}}let u=Math.max(.5,Math.min(1.6,5/t.n**.4));l.forEach((e,t)=>r.line(e,{color:o[t]??i.gray,width:u,alpha:a.size&&!a.has(t)?.12:.75})),Md(e,n,[[`cluster tree`,i.soft]])}tokenAt(e,t){let n=this.runs[0],[r]=this.bands(this.layers.height);if(!n?.rows||!this.state||this.state.tree||t>r.top+r.height)return-1;let i=n.rowAt(this.state.axis.time(this.cursorAt(e))),a=Vd(n,r),o=8,s=-1;for(let e=0;e<n.n;e++){let r=Math.abs(a(Hd(n,i,e))-t);r<o&&([o,s]=[r,e])}return s}brushed(e,t,n){let r=this.runs[0],[i]=this.bands(this.layers.height);if(!r?.rows||Math.abs(n-t)<4)return[];let a=r.rowAt(this.state.axis.time(this.cursorAt(e))),o=Vd(r,i),s=[];for(let e=0;e<r.n;e++){let i=o(Hd(r,a,e));i>=Math.min(t,n)&&i<=Math.max(t,n)&&s.push(e)}return s}};function Jd(e){let{parts:t,tokenEdits:n,edits:r}=e,i=t=>e.choose(t),a=(t,n)=>e.point(t,n),o={hover:a,choose:i,tool:()=>e.tool,moved:(e,t,r)=>n.move(e,t,r),added:e=>n.add(e),removed:e=>r.removeToken(e),cameraMoved:()=>e.cameraMoved()};return{tokens:new au(t.first,o),second:new au(t.second,o),time:new qd(t.time.box,{hover:a,choose:i,scrub:t=>{e.pause(),e.seek(t)}}),matrix:new wd(t.matrix.box,{hover:a,noted:e=>t.matrix.note.textContent=e}),histogram:new Wu(t.histogram.box,{choose:i}),spectrum:new Dd(t.spectrum.box,{changed:(e,t)=>r.changeMatrix(e,t)})}}function Yd(e){return{state:()=>e,moving:()=>e.playing||!!e.run?.preview,describe:()=>Fu(e.parts,e.run,e.requests.busy(`a`)),caption:()=>{Ru(e.parts.caption,e.run,e.t,e.options.centers),e.timeChanged.emit()}}}function Xd(e){return{run:()=>e.run,shown:t=>t.at(e.timeOf(t)),moved:t=>e.edits.tokensMoved(t),followExactly:()=>e.edits.followExactly()}}var Zd=`This link is cut off or damaged, so it opens nothing. Ask for it once more.`,Qd=class{host;addressed;parts;system=new ju;playback=new pu;requests;arrivals;edits=new su(this);tokenEdits;views;drawing;phaseSweep;helloReceived=new du;optionsChanged=new du;timeChanged=new du;fileReceived=new du;controls=null;presets=[];contrasts=[];command={preset:``,defaults:{}};hover=-1;chosen=new Set;tool=`move`;options={...c};address=new d;restart=!1;mayPlay=!0;toastTimer=0;constructor(e,t,n){this.host=t,this.addressed=n,this.parts=uu(e),this.requests=new mu(t),this.arrivals=new D(this.requests,{shown:e=>this.shown(e),updated:()=>this.drawing.data(),ended:e=>this.ended(e),failed:e=>this.failed(e),accepts:e=>e===`a`||!!this.options.contrast}),this.tokenEdits=new cu(this.system,Xd(this)),this.views=Jd(this),this.views.second.camera=this.views.tokens.camera,this.drawing=new he(e,this.views,this.arrivals,Yd(this)),this.phaseSweep=new ku(this),matchMedia(`(prefers-color-scheme: dark)`).addEventListener(`change`,()=>this.retheme()),t.listen(e=>this.receive(e),e=>this.closed(e)),n&&window.addEventListener(`hashchange`,()=>{this.controls&&this.onLink()}),requestAnimationFrame(e=>this.tick(e))}get run(){return this.arrivals.runs.a}get runs(){return this.arrivals.runs}get spec(){return this.system.spec}get name(){return this.system.name}get cursor(){return this.playback.cursor}get playing(){return this.playback.playing}receive(e){switch(e.type){case`hello`:return this.onHello(e);case`preset`:return this.edits.open(e);case`row`:case`swept`:return this.phaseSweep.receive(e);case`file`:return this.fileReceived.emit(e);default:return this.arrivals.receive(e)}}closed(e){this.parts.bar.textContent=`${e} The page shows what it has, and asks again until somebody answers.`,this.parts.bar.hidden=!1}onHello(e){if(this.parts.bar.hidden=!0,this.controls)return this.requests.forget(),this.follow(!1);[this.presets,this.contrasts,this.command]=[e.presets,e.contrasts,e.command],[this.system.defaults,this.system.unitSpaces]=[ee(e.schema),e.unit_spaces],this.parts.controls.replaceChildren(),this.controls=new N(this.parts.controls,e.schema,(e,t,n)=>this.edits.change(e,t,n),e.unserved),this.helloReceived.emit();let t=this.addressed?this.address.found():null;if(t)this.restore(t);else{let t=this.addressed&&!e.opened?this.presets.find(({name:e,spec:t})=>t&&e===this.address.preset()):null;this.addressed&&this.address.asked&&!t&&this.notify(Zd);let n=t??e.first;this.system.set(n.spec,n.name,n.words??null),Object.assign(this.options,l(this.system))}this.controls.set(this.spec),this.applyOptions(),e.opened&&!t?this.requests.open():this.follow(!1)}onLink(){let e=this.address.reread(),t=this.presets.find(({name:e})=>e===this.address.preset());if(t)return this.edits.open(t);if(!e)return this.notify(Zd);this.system.remember(),this.restore(e),this.controls?.set(this.spec),this.applyOptions(),this.follow(!1)}restore(e){this.system.set(e.spec,e.name,e.words??null),this.seek(e.cursor??0),this.mayPlay=!1,this.options={...this.options,...e.options},e.camera&&Object.assign(this.views.tokens.camera,e.camera)}shown(e){e.slot===`a`&&this.restart&&(this.playback.seek(0),this.restart=!1),e.slot===`a`&&this.tokenEdits.answered(),e.slot===`a`&&this.controls?.mend(),!e.words&&this.system.words?.length===e.n&&(e.words=this.system.words),this.hover>=e.n&&(this.hover=-1),this.chosen=new Set([...this.chosen].filter(t=>t<e.n)),this.drawing.data(!0)}failed(e){this.notify(e.message),e.slot===`a`&&this.controls?.refuse(e,this.spec,this.run?.spec??this.spec),this.drawing.data()}ended(e){e.slot===`a`&&(e.preview||setTimeout(()=>this.askVerdict(e),900),this.mayPlay&&!matchMedia(`(prefers-reduced-motion: reduce)`).matches&&(this.mayPlay=!1,this.play()))}askVerdict(e){this.run===e&&!this.requests.busy(`a`)&&this.host.send({type:`verdict`,id:e.id,slot:`a`})}follow(e){this.requests.ask(`a`,this.spec,e),this.options.contrast&&(this.requests.ask(`b`,this.system.contrasted(this.options.contrast),e),this.labelViews()),this.changed()}axis(){return new vu(this.run?.end??this.system.value(`t_end`),this.options.log)}timeOf(e){return Math.min(this.axis().time(this.cursor),e.rows?e.times[e.rows-1]:0)}get t(){return this.run?this.timeOf(this.run):0}seek(e){this.playback.seek(e),this.restart=!1,this.changed()}play(){this.playback.play()}pause(){this.playback.pause()}point(e,t=-1){(e!==this.hover||this.views.matrix.partner!==t)&&(this.hover=e,this.views.matrix.partner=t,this.drawing.moved())}choose(e){this.chosen=new Set(e),this.drawing.data()}pick(e){this.tool=e,this.optionsChanged.emit()}set(e){let t=this.t;this.options={...this.options,...e},`log`in e&&this.playback.seek(this.axis().place(t)),`contrast`in e&&(this.options.contrast?this.requests.ask(`b`,this.system.contrasted(this.options.contrast),!1):(this.requests.cancel(`b`),this.runs.b=null)),this.applyOptions(),this.changed()}applyOptions(){g(this.parts,this.options),this.labelViews(),this.optionsChanged.emit(),this.retheme()}labelViews(){let{contrast:e}=this.options;_([[this.parts.first,this.spec],[this.parts.second,this.system.contrasted(e)]],e,e=>this.system.defaults[e])}retheme(){this.drawing.retheme(),this.phaseSweep.view.paint(this.drawing.theme)}changed(){this.drawing?.moved(),this.addressed&&this.controls&&this.address.write(()=>this.shared())}cameraMoved(){this.views.second.camera=this.views.tokens.camera,this.changed()}shared(){let{camera:e}=this.views.tokens;return{spec:this.spec,name:this.name,words:this.system.words??void 0,cursor:Number(this.cursor.toFixed(5)),camera:{turn:e.turn.map(e=>Number(e.toFixed(6))),zoom:e.zoom},options:this.options}}notify(e){let{toast:t}=this.parts;t.textContent=e,t.hidden=!1,clearTimeout(this.toastTimer),this.toastTimer=window.setTimeout(()=>t.hidden=!0,9e3)}tick(e){requestAnimationFrame(e=>this.tick(e)),this.playback.advance(e,this.options.speed)&&this.changed(),this.drawing.frame(e)}},$d={f4:Float32Array,f8:Float64Array,i2:Int16Array,i4:Int32Array,u1:Uint8Array};function ef(e,t=0){let n=new DataView(e,t);if(n.getUint32(0,!0)!==826690388)throw Error(`A frame begins with TKF1.`);let r=n.getUint32(4,!0),i=JSON.parse(new TextDecoder().decode(new Uint8Array(e,t+8,r))),a={},o=t+8+r;for(let{name:t,type:n,shape:r}of i.arrays){let i=r.reduce((e,t)=>e*t,1);a[t]=new $d[n](e,o,i),o+=Math.ceil(i*$d[n].BYTES_PER_ELEMENT/8)*8}return{...i,arrays:a}}function*tf(e){for(let t=0;t<e.byteLength;){let n=Number(new DataView(e,t).getBigUint64(0,!0));yield ef(e,t+8),t+=8+n}}var nf=2e3,rf=class{saves=!0;socket=this.connected();unsent=[];connected(){let e=new URL(`live`,location.href);e.protocol=`ws:`,e.hash=``;let t=new WebSocket(e);return t.binaryType=`arraybuffer`,t.onopen=()=>this.unsent.splice(0).forEach(e=>t.send(e)),t}send(e){let t=JSON.stringify(e);this.socket.readyState===WebSocket.CONNECTING?this.unsent.push(t):this.socket.readyState===WebSocket.OPEN&&this.socket.send(t)}listen(e,t){this.socket.onmessage=({data:t})=>e(typeof t==`string`?JSON.parse(t):ef(t)),this.socket.onclose=n=>{t(n.reason||`The server has ended.`),setTimeout(()=>{this.unsent=[],this.socket=this.connected(),this.listen(e,t)},nf)}}},af=class{model;saves=!0;constructor(e){this.model=e}send(e){this.model.send(e)}listen(e){this.model.on(`msg:custom`,(t,n)=>{if(!n.length)return e(t);let r=n[0];e(ef(r.buffer.slice(r.byteOffset,r.byteOffset+r.byteLength)))}),this.model.send({type:`ready`})}},of=7,sf=6,cf=class{width;height;bytes=[];constructor(e,t){this.width=e,this.height=t,this.text(`GIF89a`),this.word(e),this.word(t),this.bytes.push(247,0,0);for(let e=0;e<256;e++){let t=Math.floor(e/42),n=Math.floor(e/sf)%of,r=e%sf,i=e<252;this.bytes.push(...i?[255*t/5,255*n/6,255*r/5].map(Math.round):[0,0,0])}this.bytes.push(33,255,11),this.text(`NETSCAPE2.0`),this.bytes.push(3,1,0,0,0)}text(e){for(let t of e)this.bytes.push(t.charCodeAt(0))}word(e){this.bytes.push(e&255,e>>8)}add(e,t){this.bytes.push(33,249,4,0),this.word(t),this.bytes.push(0,0,44,0,0,0,0),this.word(this.width),this.word(this.height),this.bytes.push(0,8);let{data:n}=e,r=new Uint8Array(this.width*this.height);for(let e=0;e<r.length;e++){let[t,i,a]=[n[4*e],n[4*e+1],n[4*e+2]];r[e]=(Math.round(t/255*5)*of+Math.round(i/255*6))*sf+Math.round(a/255*5)}let i=lf(r);for(let e=0;e<i.length;e+=255){let t=i.subarray(e,e+255);this.bytes.push(t.length);for(let e of t)this.bytes.push(e)}this.bytes.push(0)}finished(){return this.bytes.push(59),new Uint8Array(this.bytes)}};function lf(e){let t=[],n=0,r=0,i=9,a=258,o=new Map,s=e=>{for(n|=e<<r,r+=i;r>=8;)t.push(n&255),n>>>=8,r-=8};s(256);let c=e[0];for(let t=1;t<e.length;t++){let n=c<<8|e[t],r=o.get(n);r===void 0?(s(c),a<4096?(o.set(n,a++),a>1<<i&&i<12&&i++):(s(256),o=new Map,[i,a]=[9,258]),c=e[t]):c=r}return s(c),s(257),r&&t.push(n&255),new Uint8Array(t)}function uf(e){s(e.views.tokens.picture(),df(e)).toBlob(e=>e&&o(`tokenflock.png`,e,`image/png`))}var df=e=>getComputedStyle(e.parts.root).getPropertyValue(`--panel`).trim();function ff(e){let t=new Nl,{tokens:n,time:r}=e.views,[i,a]=[n.layers,r.layers],o=Math.max(i.width,a.width);return t.group((o-i.width)/2,0,()=>n.drawMarks(t,!0)),t.group(0,i.height,()=>r.draw(t,a.width,a.height)),t.document(o,i.height+a.height,df(e))}function pf(e){o(`tokenflock.svg`,ff(e),`image/svg+xml`)}function mf(e,t,n=!1){let r=s(e.views.tokens.picture(),df(e)),i=Math.min(1,t/r.height),a=e=>n?2*Math.round(e*i/2):Math.round(e*i),o=document.createElement(`canvas`);return[o.width,o.height]=[a(r.width),a(r.height)],o.getContext(`2d`,{willReadFrequently:!0}).drawImage(r,0,0,o.width,o.height),o}async function hf(e,t,n){let r=e.cursor;e.pause();for(let r=0;r<t;r++)e.seek(r/(t-1)),await new Promise(e=>requestAnimationFrame(()=>requestAnimationFrame(e))),await n(r);e.seek(r)}async function gf(e,t=60){let n=null;return await hf(e,t,r=>{let i=mf(e,480),{width:a,height:o}=i;n??=new cf(a,o),n.add(i.getContext(`2d`).getImageData(0,0,a,o),r===t-1?120:6)}),n.finished()}async function _f(e){e.notify(`Drawing 60 pictures.`),o(`tokenflock.gif`,await gf(e),`image/gif`)}function vf(e,...t){let n=O(`dialog`,{class:`tkf-dialog`});n.append(...t,k(`Close`,`close`,()=>n.close())),n.addEventListener(`close`,()=>n.remove()),e.append(n),n.showModal()}function yf(e,t){let n=O(`textarea`,{readonly:``,rows:`12`,"aria-label":`text to copy`});n.value=t,vf(e,n),n.select()}var bf=[[`space`,`play or pause`],[`← →`,`one saved time back or on`],[`Home End`,`first or last time`],[`L`,`logarithmic or linear time`],[`T`,`cluster tree`],[`G`,`energy and cosine, or what they lack`],[`R`,`Rényi centers`],[`H`,`hide the controls`],[`, .`,`point at the token before or after`],[`Delete`,`delete that token`],[`M A D`,`move, add, delete by hand`],[`Ctrl+Z`,`undo; with Shift redo`],[`wheel`,`zoom tokens or matrix`],[`double click`,`choose a cluster; again beside it: all`],[`Shift+drag`,`choose tokens in the time view`],[`Shift+click`,`add a token`],[`Alt+click`,`delete a token`]];function xf(e){let t=O(`dl`,{},...bf.flatMap(([e,t])=>[O(`dt`,{},e),O(`dd`,{},t)]));vf(e.parts.root,O(`h2`,{},`Keys and gestures`),t)}function Sf(e){(e.addressed?window:e.parts.root).addEventListener(`keydown`,t=>{let n=t,r=n.target;if(n.defaultPrevented||r.closest?.(`dialog`))return;let i=r.matches?.(`textarea, input:not([type=range])`);if((n.ctrlKey||n.metaKey)&&!i&&Cf(e,n))return n.preventDefault();r.matches?.(`input, select, textarea`)&&!r.matches(`.tkf-scrub`)||n.ctrlKey||n.metaKey||n.altKey||wf(e,n,r)&&n.preventDefault()})}function Cf({edits:e},{key:t,shiftKey:n}){let[r,i]=[t.toLowerCase()===`z`&&!n,t.toLowerCase()===`y`||t.toLowerCase()===`z`&&n];return r&&e.undo(),i&&e.redo(),r||i}function wf(e,t,n){let{options:r}=e,i=n.closest?.(`.tkf-view`)&&e.runs.a&&e.runs.a.d>=3,a={ArrowLeft:[-20,0],ArrowRight:[20,0],ArrowUp:[0,-20],ArrowDown:[0,20]};if(i&&a[t.key])return e.views.tokens.turn(...a[t.key]),!0;let o={ArrowLeft:()=>Tf(e,-1),ArrowRight:()=>Tf(e,1),Home:()=>e.seek(0),End:()=>e.seek(1),l:()=>e.set({log:!r.log}),t:()=>e.set({tree:!r.tree}),g:()=>e.set({gap:!r.gap}),r:()=>e.set({centers:!r.centers}),h:()=>e.set({hidden:!r.hidden}),m:()=>e.pick(`move`),a:()=>e.pick(`add`),d:()=>e.pick(`delete`),",":()=>Ef(e,-1),".":()=>Ef(e,1),Delete:()=>{e.hover>=0&&e.edits.removeToken(e.hover)},Escape:()=>e.choose([]),"?":()=>xf(e),"+":()=>e.views.tokens.zoom(1.2),"-":()=>e.views.tokens.zoom(1/1.2)};t.key===` `&&!/^(BUTTON|SUMMARY)$/.test(n.tagName)&&(o[` `]=()=>e.playing?e.pause():e.play());let s=o[t.key]??o[t.key.toLowerCase()];return s?.(),!!s}function Tf(e,t){let n=e.runs.a;if(!n?.rows)return;e.pause();let r=Math.min(n.rows-1,Math.max(0,n.rowAt(e.t*(1+1e-12))+t));e.seek(e.axis().place(n.times[r]))}function Ef(e,t){let n=e.runs.a?.n??0;n&&e.point((e.hover+t+n)%n)}var Df=[{name:`MP4`,type:`video/mp4;codecs=avc1.42E01F`},{name:`MP4`,type:`video/mp4;codecs=vp9`},{name:`MP4`,type:`video/mp4`},{name:`WebM`,type:`video/webm;codecs=vp9`},{name:`WebM`,type:`video/webm`}],Of=720,kf=33;function Af(){return typeof MediaRecorder>`u`?null:Df.find(({type:e})=>MediaRecorder.isTypeSupported(e))??null}async function jf(e,t=120){let n=mf(e,Of,!0),r=n.getContext(`2d`),i=n.captureStream(0),[a]=i.getVideoTracks(),o=new MediaRecorder(i,{mimeType:Af().type,videoBitsPerSecond:6e6}),s=[];o.ondataavailable=({data:e})=>s.push(e),o.start();let c=performance.now();await hf(e,t,async()=>{r.drawImage(mf(e,Of,!0),0,0),a.requestFrame(),c+=kf,await new Promise(e=>setTimeout(e,c-performance.now()))});let l=new Promise(e=>o.onstop=e);return o.stop(),await l,a.stop(),new Blob(s,{type:Af().type})}async function Mf(e){let{name:t,type:n}=Af();e.notify(`Recording; this takes a few seconds.`),o(`tokenflock.${t.toLowerCase()}`,await jf(e),n)}function Nf({contrasts:e,system:t}){return[...e.filter(({change:e})=>Object.entries(e).some(([e,n])=>t.value(e)!==n)),{title:`β / 4`,change:{beta:t.value(`beta`)/4,gamma:null}},{title:`another seed`,change:{seed:t.value(`seed`)+1}}]}function Pf(e,t){let n=O(`div`,{class:`tkf-list`}),r=O(`details`,{class:`tkf-menu`},O(`summary`,{title:t,"aria-label":t},e),n);return r.addEventListener(`keydown`,e=>{e.key===`Escape`&&(r.open=!1)}),r.addEventListener(`focusout`,e=>{e.relatedTarget&&!r.contains(e.relatedTarget)&&(r.open=!1)}),{details:r,list:n}}function Ff(e){let{presets:t}=e.parts;if(!e.presets.length)t.remove();else{t.replaceChildren(O(`option`,{value:``},`changed by hand`));for(let{name:n,title:r,group:i}of e.presets){let e=O(`option`,{value:n,title:r},i?n:`${n}: ${r}`);(i?If(t,i):t).append(e)}t.addEventListener(`change`,()=>{let n=e.presets.find(({name:e})=>e===t.value);n&&e.edits.open(n)})}}function If(e,t){return[...e.querySelectorAll(`optgroup`)].find(({label:e})=>e===t)??e.appendChild(O(`optgroup`,{label:t}))}function Lf(e){let{details:t,list:n}=Pf(`Compare`,`a second run with the same seed`);return t.addEventListener(`toggle`,()=>{let r=k(`nothing`,`one run only`,()=>{e.set({contrast:null}),t.open=!1});n.replaceChildren(r,...Nf(e).map(({title:n,change:r})=>k(n,`compare with ${n}`,()=>{e.set({contrast:r}),t.open=!1})))}),t}function Rf(t){let{details:n,list:s}=Pf(`Share`,`copy or save`),c=e=>async()=>{let r=e();n.open=!1;try{await navigator.clipboard.writeText(r),t.notify(`Copied.`)}catch{yf(t.parts.root,r)}},l=()=>t.presets.find(({name:e})=>e===t.name)?.bibtex??t.runs.a?.begin.bibtex??``,u=()=>t.runs.a?.spec??t.spec,d=[[`Copy Python`,c(()=>r(u()))],[`Copy command`,c(()=>a(u(),t.command))],[`Copy TOML`,c(()=>i(u()))],[`Copy BibTeX`,c(()=>l())],[`Save PNG`,()=>uf(t)],[`Save SVG`,()=>pf(t)],[`Save GIF`,()=>_f(t)],...Af()?[[`Save ${Af().name}`,()=>Mf(t)]]:[]];return t.addressed&&d.unshift([`Copy address`,c(()=>`${location.href.split(`#`)[0]}#${e(t.shared())}`)]),t.host.saves&&(d.push([`Save HTML`,()=>t.host.send({type:`save`,slot:`a`,kind:`html`})]),d.push([`Save data (netCDF)`,()=>t.host.send({type:`save`,slot:`a`,kind:`netcdf`})]),t.fileReceived.on(({name:e,arrays:t})=>o(e,t.data,`application/octet-stream`))),s.append(...d.map(([e,t])=>k(e,e,()=>{t(),n.open=!1}))),t.host.saves||s.append(O(`p`,{class:`tkf-hint`},`Saving HTML and data needs the local server: tokenflock explore`)),n}function zf(e){let{play:t}=e.parts,n=k(`▶`,`play or pause (space)`,()=>e.playing?e.pause():e.play(),{class:`tkf-play`}),r=O(`input`,{type:`range`,min:`0`,max:`1000`,value:`0`,"aria-label":`time`,class:`tkf-scrub`});r.addEventListener(`input`,()=>{e.pause(),e.seek(Number(r.value)/1e3)});let i=O(`output`,{class:`tkf-clock`}),a=k(`1×`,`speed`,()=>{let t=[.25,.5,1,2,4];e.set({speed:t[(t.indexOf(e.options.speed)+1)%t.length]})}),o=k(`log t`,`logarithmic or linear time (L)`,()=>e.set({log:!e.options.log})),s=k(`tree`,`cluster tree or tokens (T)`,()=>e.set({tree:!e.options.tree})),c=k(`gap`,`energy and mean cosine, or what they lack (G)`,()=>e.set({gap:!e.options.gap}));t.append(n,r,i,a,o,s,c),e.playback.toggled.on(()=>{n.textContent=e.playing?`❚❚`:`▶`,n.setAttribute(`aria-pressed`,String(e.playing))}),e.timeChanged.on(()=>{(document.activeElement!==r||e.playing)&&(r.value=String(Math.round(1e3*e.cursor))),i.textContent=`t = ${Su(e.t)}`}),e.optionsChanged.on(()=>{o.setAttribute(`aria-pressed`,String(e.options.log)),s.setAttribute(`aria-pressed`,String(e.options.tree)),c.setAttribute(`aria-pressed`,String(e.options.gap)),a.textContent=`${e.options.speed}×`,e.parts.presets.value=e.name??``})}function Bf(e){let{tokenTools:t}=e.parts,n=[`move`,`add`,`delete`].map(t=>{let n={move:`move`,add:`+ token`,delete:`− token`}[t],r={move:`drag tokens, turn the sphere (M)`,add:`click to add a token (A)`,delete:`click to delete a token (D)`}[t];return[t,k(n,r,()=>e.pick(t))]}),r=k(`trails`,`trails behind the tokens`,()=>e.set({trails:!e.options.trails})),i=k(`Rényi`,`Rényi centers of causal runs (R)`,()=>e.set({centers:!e.options.centers})),a=k(`↶`,`undo (Ctrl+Z)`,()=>e.edits.undo()),o=k(`↷`,`redo (Ctrl+Shift+Z)`,()=>e.edits.redo());t.append(...n.map(([,e])=>e),r,i,a,o),e.optionsChanged.on(()=>{for(let[t,r]of n)r.setAttribute(`aria-pressed`,String(t===e.tool));e.parts.stage.dataset.tool=e.tool,r.setAttribute(`aria-pressed`,String(e.options.trails)),i.setAttribute(`aria-pressed`,String(e.options.centers))})}function Vf(e){let{parts:t}=e;e.helloReceived.on(()=>Ff(e));let n=Rf(e),r=k(`◐`,`light or dark`,()=>{let n=getComputedStyle(t.root).getPropertyValue(`--dark`).trim()===`1`;e.set({theme:n?`light`:`dark`})}),i=k(`☰`,`hide or show the controls (H)`,()=>e.set({hidden:!e.options.hidden}));t.tools.append(Lf(e),n,k(`?`,`keys and gestures`,()=>xf(e)),r,i),t.phase.head.append(k(`draw`,`draw the phase diagram in the background`,()=>e.phaseSweep.begin(),{class:`tkf-small`})),zf(e),Bf(e),Sf(e)}var Hf='(function(){var e=e=>Array.from({length:e},(t,n)=>Array.from({length:e},(e,t)=>+(n===t)));function t(e,t){return e.map(e=>t[0].map((n,r)=>e.reduce((e,n,i)=>e+n*t[i][r],0)))}var n=e=>e[0].map((t,n)=>e.map(e=>e[n])),r={hello:JSON.parse(`{"type":"hello","schema":{"additionalProperties":false,"description":"One simulation: tokens, attention, space, time and seed.\\\\n\\\\n>>> tkf.Spec(n=200, beta=64.0, mask=\\\\"causal\\\\")\\\\nSpec(n=200, beta=64.0, mask=\'causal\')\\\\n>>> spec = tkf.Spec(n=200, beta=64.0, mask=\\\\"causal\\\\", seed=1)\\\\n>>> spec == tkf.Spec.from_toml(spec.to_toml())\\\\nTrue\\\\n>>> tkf.Spec(mask=\\\\"casual\\\\")\\\\nTraceback (most recent call last):\\\\ntokenflock.errors.InputError: \\`mask\\` must be one of \'full\', \'causal\', \'window:K\'...","properties":{"n":{"default":32,"description":"number of tokens","minimum":1,"title":"N","type":"integer","x-hint":{"group":"tokens","main":true,"numbers":false,"symbol":"n","span":[2,1000],"log":true}},"d":{"default":2,"description":"dimension of a token","minimum":1,"title":"D","type":"integer","x-hint":{"group":"tokens","main":true,"numbers":false,"symbol":"d","span":[1,16],"log":false}},"init":{"default":"uniform","description":"the law of the starting tokens, or an (n, d) array","title":"Init","x-hint":{"group":"tokens","main":true,"numbers":true,"symbol":"start","words":["uniform","half-sphere","cap","orthogonal","simplex","circle","cube","gaussian","clusters"]}},"seed":{"default":0,"description":"one seed for everything random","minimum":0,"title":"Seed","type":"integer","x-hint":{"group":"tokens","main":true,"numbers":false,"symbol":"seed","span":[0,100],"log":false}},"space":{"default":"sphere","description":"where tokens live, and how they are normalized","title":"Space","type":"string","x-hint":{"group":"tokens","main":true,"numbers":false,"symbol":"space","words":["sphere","euclidean","rescaled","preln","periln","mixln:TAU","ngpt","ngpt:ALPHA","sqrtscaled"]}},"masses":{"anyOf":[{},{"type":"null"}],"default":null,"description":"masses of the tokens, (n,)","title":"Masses","x-hint":{"group":"tokens","main":false,"numbers":false,"symbol":"masses"}},"frozen":{"anyOf":[{"items":{"type":"integer"},"type":"array"},{"type":"null"}],"default":null,"description":"the tokens that never move","title":"Frozen","x-hint":{"group":"tokens","main":false,"numbers":false,"symbol":"frozen"}},"beta":{"default":1.0,"description":"inverse temperature, of either sign","title":"Beta","type":"number","x-hint":{"group":"attention","main":true,"numbers":false,"symbol":"β","span":[-16,256],"log":true}},"mask":{"default":"full","description":"\'full\', \'causal\', \'window:K\' or a boolean (n, n) array","title":"Mask","x-hint":{"group":"attention","main":true,"numbers":false,"symbol":"mask","words":["full","causal","window:K"]}},"weighting":{"default":"softmax","description":"how scores become weights","title":"Weighting","type":"string","x-hint":{"group":"attention","main":true,"numbers":false,"symbol":"weights","words":["softmax","unnormalized","unnormalized:scaled","hardmax","hardmax:others","sinkhorn"]}},"kappa":{"anyOf":[{"gt":0,"type":"number"},{"type":"null"}],"default":null,"description":"inverse temperature of noise","title":"Kappa","x-hint":{"group":"attention","main":true,"numbers":false,"symbol":"noise κ","span":[0.1,1000],"log":true}},"noise":{"default":"token","description":"whose noise \\`kappa\\` is: of each token, or one for all","enum":["token","common","common-matrix","common-attention"],"title":"Noise","type":"string","x-hint":{"group":"attention","main":false,"numbers":false,"symbol":"noise of"}},"position":{"anyOf":[{"type":"string"},{"type":"null"}],"default":null,"description":"\'alibi:RATE\', \'rotary\' or \'rotary:BASE\'","title":"Position","x-hint":{"group":"attention","main":false,"numbers":false,"symbol":"position","words":["alibi:RATE","rotary","rotary:BASE"]}},"gamma":{"anyOf":[{"type":"number"},{"type":"null"}],"default":null,"description":"sets beta = gamma log n","title":"Gamma","x-hint":{"group":"attention","main":false,"numbers":false,"symbol":"γ"}},"beta_end":{"anyOf":[{"type":"number"},{"type":"null"}],"default":null,"description":"beta at t_end; it changes linearly","title":"Beta End","x-hint":{"group":"attention","main":false,"numbers":false,"symbol":"β at the end"}},"qk":{"anyOf":[{},{"type":"null"}],"default":null,"description":"M = Q^T K: a number times the identity, an array (d, d), (heads, d, d) or (layers, heads, d, d), or the name of a random law","title":"Qk","x-hint":{"group":"matrices","main":true,"numbers":false,"symbol":"QᵀK","words":["gaussian","product","wigner","goe","wishart"]}},"ov":{"anyOf":[{},{"type":"null"}],"default":null,"description":"V, given like M; \'+qk\' and \'-qk\' are M / |M| and its negative; \'white\' is drawn anew with every layer, as a Brownian motion","title":"Ov","x-hint":{"group":"matrices","main":true,"numbers":false,"symbol":"V","words":["gaussian","product","wigner","goe","wishart","white","+qk","-qk"]}},"heads":{"default":1,"description":"number of heads of drawn matrices","minimum":1,"title":"Heads","type":"integer","x-hint":{"group":"matrices","main":false,"numbers":false,"symbol":"heads","span":[1,8],"log":false}},"layer_time":{"anyOf":[{"gt":0,"type":"number"},{"type":"null"}],"default":null,"description":"how long one set of weights is in force; then drawn ones change","title":"Layer Time","x-hint":{"group":"matrices","main":false,"numbers":false,"symbol":"layer time"}},"mlp":{"anyOf":[{},{"type":"null"}],"default":null,"description":"a perceptron beside attention: \'relu:WIDTH\', \'gated-gelu:WIDTH\', ... drawn by the seed, or a table of its arrays W, U, b, G, c and its activation","title":"Mlp","x-hint":{"group":"terms","main":true,"numbers":false,"symbol":"MLP","words":["relu:WIDTH","gelu:WIDTH","silu:WIDTH","tanh:WIDTH","gated-relu:WIDTH","gated-gelu:WIDTH","gated-silu:WIDTH","gated-tanh:WIDTH"],"none":"none"}},"mlp_scale":{"default":1.0,"description":"multiplies the perceptron","title":"Mlp Scale","type":"number","x-hint":{"group":"terms","main":false,"numbers":false,"symbol":"times"}},"linear":{"anyOf":[{},{"type":"null"}],"default":null,"description":"B of a term B x: a number times the identity, an array (d, d) or (layers, d, d), or the name of a random law","title":"Linear","x-hint":{"group":"terms","main":false,"numbers":false,"symbol":"linear B","words":["gaussian","product","wigner","goe","wishart"],"none":"none"}},"external":{"anyOf":[{},{"type":"null"}],"default":null,"description":"an external field, (d,) or one vector per token, (n, d)","title":"External","x-hint":{"group":"terms","main":false,"numbers":false,"symbol":"external E"}},"block":{"default":"sequential","description":"whether a layer takes such terms after attention, or \'parallel\' to it","title":"Block","type":"string","x-hint":{"group":"terms","main":false,"numbers":false,"symbol":"block","words":["sequential","parallel"]}},"t_end":{"default":10.0,"description":"last time","title":"T End","type":"number","x-hint":{"group":"time","main":true,"numbers":false,"symbol":"last time","span":[0.1,1000],"log":true}},"spacing":{"default":"linear","description":"spacing of the saved times","enum":["linear","log"],"title":"Spacing","type":"string","x-hint":{"group":"time","main":true,"numbers":false,"symbol":"spacing"}},"samples":{"default":101,"description":"number of saved times, from 0 to t_end","minimum":2,"title":"Samples","type":"integer","x-hint":{"group":"time","main":false,"numbers":false,"symbol":"saved times","span":[11,501],"log":false}},"tol":{"default":1e-08,"description":"tolerance, absolute and relative","title":"Tol","type":"number","x-hint":{"group":"time","main":false,"numbers":false,"symbol":"tolerance","span":[1e-12,0.01],"log":true}},"method":{"default":"auto","description":"a Runge-Kutta method, \'layers\', ...","title":"Method","type":"string","x-hint":{"group":"time","main":false,"numbers":false,"symbol":"method","words":["auto","layers","no-residual","nesterov","nesterov:MU","euler","midpoint","heun","ralston","bosh3","tsit5","dopri5","dopri8"]}},"step":{"anyOf":[{"gt":0,"type":"number"},{"type":"null"}],"default":null,"description":"equal steps of this length, or the layer","title":"Step","x-hint":{"group":"time","main":false,"numbers":false,"symbol":"step"}},"coarsen":{"anyOf":[{"type":"boolean"},{"type":"null"}],"default":null,"description":"whether tokens that met move as one; by default where t_end is long","title":"Coarsen","x-hint":{"group":"time","main":false,"numbers":false,"symbol":"coarsen"}}},"title":"Spec","type":"object"},"contrasts":[{"title":"causal attention","change":{"mask":"causal"}},{"title":"full attention","change":{"mask":"full"}},{"title":"unnormalized (USA)","change":{"weighting":"unnormalized:scaled"}},{"title":"softmax (SA)","change":{"weighting":"softmax"}},{"title":"Pre-LN","change":{"space":"preln"}},{"title":"Post-LN","change":{"space":"sphere"}}],"command":{"preset":"full-circle","defaults":{"n":32,"beta":1.0,"t_end":10.0,"samples":101,"spacing":"linear"}},"unit_spaces":["sphere","ngpt","sqrtscaled"],"first":{"name":"causal-circle","title":"metastable clusters, causal attention (2411.04990 Fig. 2)","spec":{"n":200,"beta":64.0,"mask":"causal","t_end":150.0,"samples":301,"spacing":"log"},"bibtex":"% the program\\\\n@software{tokenflock,\\\\n  author = {{The tokenflock developers}},\\\\n  title = {tokenflock: the laboratory for transformer dynamics},\\\\n  year = {2026}\\\\n}\\\\n\\\\n% preset causal-circle; causal-circle: mask = causal\\\\n@misc{karagodin2024clustering,\\\\n  author = {Karagodin, Nikita and Polyanskiy, Yury and Rigollet, Philippe},\\\\n  title = {Clustering in Causal Attention Masking},\\\\n  year = {2024},\\\\n  eprint = {2411.04990},\\\\n  archivePrefix = {arXiv},\\\\n  url = {https://arxiv.org/abs/2411.04990},\\\\n  note = {NeurIPS 2024}\\\\n}\\\\n\\\\n% causal-circle: space = sphere\\\\n@misc{geshkovski2023mathematical,\\\\n  author = {Geshkovski, Borjan and Letrouit, Cyril and Polyanskiy, Yury and Rigollet, Philippe},\\\\n  title = {A mathematical perspective on Transformers},\\\\n  year = {2023},\\\\n  eprint = {2312.10794},\\\\n  archivePrefix = {arXiv},\\\\n  url = {https://arxiv.org/abs/2312.10794}\\\\n}\\\\n\\\\n% causal-circle: method = auto\\\\n@phdthesis{kidger2021on,\\\\n  author = {Kidger, Patrick},\\\\n  title = {On Neural Differential Equations},\\\\n  year = {2021},\\\\n  school = {University of Oxford},\\\\n  note = {diffrax, the solver of the paths}\\\\n}\\\\n"},"presets":[{"name":"causal-circle","title":"metastable clusters, causal attention (2411.04990 Fig. 2)","spec":{"n":200,"beta":64.0,"mask":"causal","t_end":150.0,"samples":301,"spacing":"log"},"bibtex":"% the program\\\\n@software{tokenflock,\\\\n  author = {{The tokenflock developers}},\\\\n  title = {tokenflock: the laboratory for transformer dynamics},\\\\n  year = {2026}\\\\n}\\\\n\\\\n% preset causal-circle; causal-circle: mask = causal\\\\n@misc{karagodin2024clustering,\\\\n  author = {Karagodin, Nikita and Polyanskiy, Yury and Rigollet, Philippe},\\\\n  title = {Clustering in Causal Attention Masking},\\\\n  year = {2024},\\\\n  eprint = {2411.04990},\\\\n  archivePrefix = {arXiv},\\\\n  url = {https://arxiv.org/abs/2411.04990},\\\\n  note = {NeurIPS 2024}\\\\n}\\\\n\\\\n% causal-circle: space = sphere\\\\n@misc{geshkovski2023mathematical,\\\\n  author = {Geshkovski, Borjan and Letrouit, Cyril and Polyanskiy, Yury and Rigollet, Philippe},\\\\n  title = {A mathematical perspective on Transformers},\\\\n  year = {2023},\\\\n  eprint = {2312.10794},\\\\n  archivePrefix = {arXiv},\\\\n  url = {https://arxiv.org/abs/2312.10794}\\\\n}\\\\n\\\\n% causal-circle: method = auto\\\\n@phdthesis{kidger2021on,\\\\n  author = {Kidger, Patrick},\\\\n  title = {On Neural Differential Equations},\\\\n  year = {2021},\\\\n  school = {University of Oxford},\\\\n  note = {diffrax, the solver of the paths}\\\\n}\\\\n"},{"name":"full-circle","title":"the same tokens under full attention","spec":{"n":200,"beta":64.0,"t_end":150.0,"samples":301,"spacing":"log"},"bibtex":"% the program\\\\n@software{tokenflock,\\\\n  author = {{The tokenflock developers}},\\\\n  title = {tokenflock: the laboratory for transformer dynamics},\\\\n  year = {2026}\\\\n}\\\\n\\\\n% full-circle: space = sphere\\\\n@misc{geshkovski2023mathematical,\\\\n  author = {Geshkovski, Borjan and Letrouit, Cyril and Polyanskiy, Yury and Rigollet, Philippe},\\\\n  title = {A mathematical perspective on Transformers},\\\\n  year = {2023},\\\\n  eprint = {2312.10794},\\\\n  archivePrefix = {arXiv},\\\\n  url = {https://arxiv.org/abs/2312.10794}\\\\n}\\\\n\\\\n% full-circle: method = auto\\\\n@phdthesis{kidger2021on,\\\\n  author = {Kidger, Patrick},\\\\n  title = {On Neural Differential Equations},\\\\n  year = {2021},\\\\n  school = {University of Oxford},\\\\n  note = {diffrax, the solver of the paths}\\\\n}\\\\n"},{"name":"kuramoto","title":"beta = 0 on the circle: Kuramoto\'s oscillators synchronize (2312.10794)","spec":{"n":100,"beta":0.0,"t_end":15.0,"samples":151},"bibtex":"% the program\\\\n@software{tokenflock,\\\\n  author = {{The tokenflock developers}},\\\\n  title = {tokenflock: the laboratory for transformer dynamics},\\\\n  year = {2026}\\\\n}\\\\n\\\\n% preset kuramoto; kuramoto: space = sphere\\\\n@misc{geshkovski2023mathematical,\\\\n  author = {Geshkovski, Borjan and Letrouit, Cyril and Polyanskiy, Yury and Rigollet, Philippe},\\\\n  title = {A mathematical perspective on Transformers},\\\\n  year = {2023},\\\\n  eprint = {2312.10794},\\\\n  archivePrefix = {arXiv},\\\\n  url = {https://arxiv.org/abs/2312.10794}\\\\n}\\\\n\\\\n% kuramoto: method = auto\\\\n@phdthesis{kidger2021on,\\\\n  author = {Kidger, Patrick},\\\\n  title = {On Neural Differential Equations},\\\\n  year = {2021},\\\\n  school = {University of Oxford},\\\\n  note = {diffrax, the solver of the paths}\\\\n}\\\\n"},{"name":"sphere","title":"one cluster on the sphere of R^3 (2312.10794)","spec":{"n":64,"d":3,"t_end":15.0,"samples":151},"bibtex":"% the program\\\\n@software{tokenflock,\\\\n  author = {{The tokenflock developers}},\\\\n  title = {tokenflock: the laboratory for transformer dynamics},\\\\n  year = {2026}\\\\n}\\\\n\\\\n% preset sphere; sphere: space = sphere\\\\n@misc{geshkovski2023mathematical,\\\\n  author = {Geshkovski, Borjan and Letrouit, Cyril and Polyanskiy, Yury and Rigollet, Philippe},\\\\n  title = {A mathematical perspective on Transformers},\\\\n  year = {2023},\\\\n  eprint = {2312.10794},\\\\n  archivePrefix = {arXiv},\\\\n  url = {https://arxiv.org/abs/2312.10794}\\\\n}\\\\n\\\\n% sphere: method = auto\\\\n@phdthesis{kidger2021on,\\\\n  author = {Kidger, Patrick},\\\\n  title = {On Neural Differential Equations},\\\\n  year = {2021},\\\\n  school = {University of Oxford},\\\\n  note = {diffrax, the solver of the paths}\\\\n}\\\\n"},{"name":"five-tokens","title":"five tokens that merge one by one (2410.06833)","spec":{"n":5,"beta":4.0,"init":[[0.9980663811223222,0.062157050069895387],[0.9771206121689852,0.21268594047211434],[-0.2457819389612412,0.9693251459032993],[-0.9735473393992067,0.22848539985899763],[-0.9989262947481151,-0.04632772022020579]],"t_end":400.0,"samples":401,"spacing":"log"},"bibtex":"% the program\\\\n@software{tokenflock,\\\\n  author = {{The tokenflock developers}},\\\\n  title = {tokenflock: the laboratory for transformer dynamics},\\\\n  year = {2026}\\\\n}\\\\n\\\\n% preset five-tokens\\\\n@misc{geshkovski2024dynamic,\\\\n  author = {Geshkovski, Borjan and Koubbi, Hugo and Polyanskiy, Yury and Rigollet, Philippe},\\\\n  title = {Dynamic metastability in the self-attention model},\\\\n  year = {2024},\\\\n  eprint = {2410.06833},\\\\n  archivePrefix = {arXiv},\\\\n  url = {https://arxiv.org/abs/2410.06833}\\\\n}\\\\n\\\\n% five-tokens: space = sphere\\\\n@misc{geshkovski2023mathematical,\\\\n  author = {Geshkovski, Borjan and Letrouit, Cyril and Polyanskiy, Yury and Rigollet, Philippe},\\\\n  title = {A mathematical perspective on Transformers},\\\\n  year = {2023},\\\\n  eprint = {2312.10794},\\\\n  archivePrefix = {arXiv},\\\\n  url = {https://arxiv.org/abs/2312.10794}\\\\n}\\\\n\\\\n% five-tokens: method = auto\\\\n@phdthesis{kidger2021on,\\\\n  author = {Kidger, Patrick},\\\\n  title = {On Neural Differential Equations},\\\\n  year = {2021},\\\\n  school = {University of Oxford},\\\\n  note = {diffrax, the solver of the paths}\\\\n}\\\\n"},{"name":"staircase","title":"merge after merge to t = 1e80, saddle to saddle (2410.06833)","spec":{"n":5,"beta":2000.0,"weighting":"unnormalized:scaled","init":[[1.0,0.0],[0.999097421460492,0.04247755208337722],[0.9855913057648982,0.16914425204730738],[0.942780443998714,0.33341420847586545],[0.8282243221278623,0.5603967096939836]],"t_end":1e+80,"samples":401,"spacing":"log"},"bibtex":"% the program\\\\n@software{tokenflock,\\\\n  author = {{The tokenflock developers}},\\\\n  title = {tokenflock: the laboratory for transformer dynamics},\\\\n  year = {2026}\\\\n}\\\\n\\\\n% preset staircase; staircase: weighting = unnormalized:scaled\\\\n@misc{geshkovski2024dynamic,\\\\n  author = {Geshkovski, Borjan and Koubbi, Hugo and Polyanskiy, Yury and Rigollet, Philippe},\\\\n  title = {Dynamic metastability in the self-attention model},\\\\n  year = {2024},\\\\n  eprint = {2410.06833},\\\\n  archivePrefix = {arXiv},\\\\n  url = {https://arxiv.org/abs/2410.06833}\\\\n}\\\\n\\\\n% staircase: space = sphere\\\\n@misc{geshkovski2023mathematical,\\\\n  author = {Geshkovski, Borjan and Letrouit, Cyril and Polyanskiy, Yury and Rigollet, Philippe},\\\\n  title = {A mathematical perspective on Transformers},\\\\n  year = {2023},\\\\n  eprint = {2312.10794},\\\\n  archivePrefix = {arXiv},\\\\n  url = {https://arxiv.org/abs/2312.10794}\\\\n}\\\\n\\\\n% staircase: method = auto\\\\n@phdthesis{kidger2021on,\\\\n  author = {Kidger, Patrick},\\\\n  title = {On Neural Differential Equations},\\\\n  year = {2021},\\\\n  school = {University of Oxford},\\\\n  note = {diffrax, the solver of the paths}\\\\n}\\\\n"},{"name":"orthogonal","title":"orthogonal tokens stay equiangular (2312.10794)","spec":{"d":32,"beta":4.0,"init":"orthogonal","t_end":15.0,"samples":151},"bibtex":"% the program\\\\n@software{tokenflock,\\\\n  author = {{The tokenflock developers}},\\\\n  title = {tokenflock: the laboratory for transformer dynamics},\\\\n  year = {2026}\\\\n}\\\\n\\\\n% preset orthogonal; orthogonal: space = sphere\\\\n@misc{geshkovski2023mathematical,\\\\n  author = {Geshkovski, Borjan and Letrouit, Cyril and Polyanskiy, Yury and Rigollet, Philippe},\\\\n  title = {A mathematical perspective on Transformers},\\\\n  year = {2023},\\\\n  eprint = {2312.10794},\\\\n  archivePrefix = {arXiv},\\\\n  url = {https://arxiv.org/abs/2312.10794}\\\\n}\\\\n\\\\n% orthogonal: method = auto\\\\n@phdthesis{kidger2021on,\\\\n  author = {Kidger, Patrick},\\\\n  title = {On Neural Differential Equations},\\\\n  year = {2021},\\\\n  school = {University of Oxford},\\\\n  note = {diffrax, the solver of the paths}\\\\n}\\\\n"},{"name":"two-points","title":"simple top eigenvalue of V, causal: two points (2411.04990)","spec":{"d":3,"beta":9.0,"mask":"causal","ov":[[1.0,0.0,0.0],[0.0,0.6,0.0],[0.0,0.0,0.3]],"t_end":100.0,"samples":201,"spacing":"log"},"bibtex":"% the program\\\\n@software{tokenflock,\\\\n  author = {{The tokenflock developers}},\\\\n  title = {tokenflock: the laboratory for transformer dynamics},\\\\n  year = {2026}\\\\n}\\\\n\\\\n% preset two-points; two-points: mask = causal\\\\n@misc{karagodin2024clustering,\\\\n  author = {Karagodin, Nikita and Polyanskiy, Yury and Rigollet, Philippe},\\\\n  title = {Clustering in Causal Attention Masking},\\\\n  year = {2024},\\\\n  eprint = {2411.04990},\\\\n  archivePrefix = {arXiv},\\\\n  url = {https://arxiv.org/abs/2411.04990},\\\\n  note = {NeurIPS 2024}\\\\n}\\\\n\\\\n% two-points: space = sphere\\\\n@misc{geshkovski2023mathematical,\\\\n  author = {Geshkovski, Borjan and Letrouit, Cyril and Polyanskiy, Yury and Rigollet, Philippe},\\\\n  title = {A mathematical perspective on Transformers},\\\\n  year = {2023},\\\\n  eprint = {2312.10794},\\\\n  archivePrefix = {arXiv},\\\\n  url = {https://arxiv.org/abs/2312.10794}\\\\n}\\\\n\\\\n% two-points: method = auto\\\\n@phdthesis{kidger2021on,\\\\n  author = {Kidger, Patrick},\\\\n  title = {On Neural Differential Equations},\\\\n  year = {2021},\\\\n  school = {University of Oxford},\\\\n  note = {diffrax, the solver of the paths}\\\\n}\\\\n"},{"name":"polytope","title":"rescaled tokens go to the corners of a polytope (2305.05465)","spec":{"n":20,"space":"rescaled","init":"cube:5","t_end":5.0},"bibtex":"% the program\\\\n@software{tokenflock,\\\\n  author = {{The tokenflock developers}},\\\\n  title = {tokenflock: the laboratory for transformer dynamics},\\\\n  year = {2026}\\\\n}\\\\n\\\\n% preset polytope; polytope: space = rescaled\\\\n@misc{geshkovski2023emergence,\\\\n  author = {Geshkovski, Borjan and Letrouit, Cyril and Polyanskiy, Yury and Rigollet, Philippe},\\\\n  title = {The emergence of clusters in self-attention dynamics},\\\\n  year = {2023},\\\\n  eprint = {2305.05465},\\\\n  archivePrefix = {arXiv},\\\\n  url = {https://arxiv.org/abs/2305.05465},\\\\n  note = {NeurIPS 2023}\\\\n}\\\\n\\\\n% polytope: method = auto\\\\n@phdthesis{kidger2021on,\\\\n  author = {Kidger, Patrick},\\\\n  title = {On Neural Differential Equations},\\\\n  year = {2021},\\\\n  school = {University of Oxford},\\\\n  note = {diffrax, the solver of the paths}\\\\n}\\\\n"},{"name":"hyperplanes","title":"simple top eigenvalue of V: at most 3 lines (2305.05465)","spec":{"n":20,"ov":[[0.64709742,0.81911926],[0.61210449,0.63263484]],"space":"rescaled","init":"cube:5","t_end":5.0},"bibtex":"% the program\\\\n@software{tokenflock,\\\\n  author = {{The tokenflock developers}},\\\\n  title = {tokenflock: the laboratory for transformer dynamics},\\\\n  year = {2026}\\\\n}\\\\n\\\\n% preset hyperplanes; hyperplanes: space = rescaled\\\\n@misc{geshkovski2023emergence,\\\\n  author = {Geshkovski, Borjan and Letrouit, Cyril and Polyanskiy, Yury and Rigollet, Philippe},\\\\n  title = {The emergence of clusters in self-attention dynamics},\\\\n  year = {2023},\\\\n  eprint = {2305.05465},\\\\n  archivePrefix = {arXiv},\\\\n  url = {https://arxiv.org/abs/2305.05465},\\\\n  note = {NeurIPS 2023}\\\\n}\\\\n\\\\n% hyperplanes: method = auto\\\\n@phdthesis{kidger2021on,\\\\n  author = {Kidger, Patrick},\\\\n  title = {On Neural Differential Equations},\\\\n  year = {2021},\\\\n  school = {University of Oxford},\\\\n  note = {diffrax, the solver of the paths}\\\\n}\\\\n"},{"name":"boolean","title":"on the line attention becomes Boolean (2305.05465)","spec":{"n":40,"d":1,"space":"rescaled","init":"cube:1","t_end":5.0},"bibtex":"% the program\\\\n@software{tokenflock,\\\\n  author = {{The tokenflock developers}},\\\\n  title = {tokenflock: the laboratory for transformer dynamics},\\\\n  year = {2026}\\\\n}\\\\n\\\\n% preset boolean; boolean: space = rescaled\\\\n@misc{geshkovski2023emergence,\\\\n  author = {Geshkovski, Borjan and Letrouit, Cyril and Polyanskiy, Yury and Rigollet, Philippe},\\\\n  title = {The emergence of clusters in self-attention dynamics},\\\\n  year = {2023},\\\\n  eprint = {2305.05465},\\\\n  archivePrefix = {arXiv},\\\\n  url = {https://arxiv.org/abs/2305.05465},\\\\n  note = {NeurIPS 2023}\\\\n}\\\\n\\\\n% boolean: method = auto\\\\n@phdthesis{kidger2021on,\\\\n  author = {Kidger, Patrick},\\\\n  title = {On Neural Differential Equations},\\\\n  year = {2021},\\\\n  school = {University of Oxford},\\\\n  note = {diffrax, the solver of the paths}\\\\n}\\\\n"}],"opened":false,"limits":{"tokens":2000,"rows":64,"solves":4}}`),limits:{tokens:2e3,coordinates:2e5,numbers:4e6,pairs:4e6,steps:1e6,seconds:120,solves:4,rows:64},methods:JSON.parse(`{"euler":{"a":[0.0,0.0,1.0,0.0],"b":[1.0,0.0],"c":[0.0,1.0],"e":[0.0,0.0],"w":[0.0,0.0,0.0,0.0],"order":null},"midpoint":{"a":[0.0,0.0,0.0,0.5,0.0,0.0,0.0,1.0,0.0],"b":[0.0,1.0,0.0],"c":[0.0,0.5,1.0],"e":[1.0,-1.0,0.0],"w":[0.5000000000000003,0.4999999999999998,0.125,-0.12499999999999999,0.0,-1.4999999999999996,1.5,-0.24999999999999983,-0.24999999999999994,0.0,-1.6098233857064768e-15,2.0539125955565392e-15,-0.49999999999999983,0.49999999999999956,0.0,1.9999999999999976,-1.9999999999999993,0.9999999999999991,1.0,0.0],"order":2.0},"heun":{"a":[0.0,0.0,0.0,1.0,0.0,0.0,0.5,0.5,0.0],"b":[0.5,0.5,0.0],"c":[0.0,1.0,1.0],"e":[0.5,-0.5,0.0],"w":[0.5000000000000003,0.4999999999999998,0.125,-0.12499999999999999,0.0,-1.4999999999999996,1.5,-0.24999999999999983,-0.24999999999999994,0.0,-1.6098233857064768e-15,2.0539125955565392e-15,-0.49999999999999983,0.49999999999999956,0.0,1.9999999999999976,-1.9999999999999993,0.9999999999999991,1.0,0.0],"order":2.0},"ralston":{"a":[0.0,0.0,0.0,0.6666666666666666,0.0,0.0,0.25,0.75,0.0],"b":[0.25,0.75,0.0],"c":[0.0,0.6666666666666666,1.0],"e":[0.75,-0.75,0.0],"w":[0.5000000000000003,0.4999999999999998,0.125,-0.12499999999999999,0.0,-1.4999999999999996,1.5,-0.24999999999999983,-0.24999999999999994,0.0,-1.6098233857064768e-15,2.0539125955565392e-15,-0.49999999999999983,0.49999999999999956,0.0,1.9999999999999976,-1.9999999999999993,0.9999999999999991,1.0,0.0],"order":2.0},"bosh3":{"a":[0.0,0.0,0.0,0.0,0.5,0.0,0.0,0.0,0.0,0.75,0.0,0.0,0.2222222222222222,0.3333333333333333,0.4444444444444444,0.0],"b":[0.2222222222222222,0.3333333333333333,0.4444444444444444,0.0],"c":[0.0,0.5,0.75,1.0],"e":[-0.06944444444444448,0.08333333333333331,0.1111111111111111,-0.125],"w":[0.5000000000000003,0.4999999999999998,0.125,0.0,0.0,-0.12499999999999996,-1.4999999999999996,1.5,-0.24999999999999983,0.0,0.0,-0.24999999999999994,-1.6098233857064768e-15,2.0539125955565392e-15,-0.49999999999999983,0.0,0.0,0.49999999999999956,1.9999999999999976,-1.9999999999999993,0.9999999999999991,0.0,0.0,1.0],"order":3.0},"tsit5":{"a":[0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.161,0.0,0.0,0.0,0.0,0.0,0.0,-0.008480655492356989,0.335480655492357,0.0,0.0,0.0,0.0,0.0,2.8971530571054935,-6.359448489975075,4.3622954328695815,0.0,0.0,0.0,0.0,5.325864828439257,-11.748883564062828,7.4955393428898365,-0.09249506636175525,0.0,0.0,0.0,5.86145544294642,-12.92096931784711,8.159367898576159,-0.071584973281401,-0.028269050394068383,0.0,0.0,0.09646076681806523,0.01,0.4798896504144996,1.379008574103742,-3.290069515436081,2.324710524099774,0.0],"b":[0.09646076681806523,0.01,0.4798896504144996,1.379008574103742,-3.290069515436081,2.324710524099774,0.0],"c":[0.0,0.161,0.327,0.9,0.9800255409045097,1.0,1.0],"e":[0.0017800110522257773,0.0008164344596567463,-0.007880878010261994,0.1447110071732629,-0.5823571654525552,0.45808210592918686,-0.015151515151515152],"w":[1.0000000000000002,0.0,0.10741235230096877,0.011356250000000003,0.39560903056045316,-0.3447521435259357,1.316185364958165,-1.0170608542936517,0.03125,0.0,0.0,-0.10530884977290232,0.015000000000000003,0.7198344756217493,2.0685128611556096,-4.935104273154124,3.487065786149654,-0.25,-1.5954946063321916e-15,0.0,0.026544248864511018,-0.050849999999999944,-1.2453136428256264,8.274051444622454,-23.689760981409655,17.435328930748305,-0.7499999999999999,-2.16546083464531e-15,0.0,0.8070784663638694,-0.01999999999999998,-0.959779300828996,-2.758017148207474,6.580139030872139,-4.649421048199533,1.0,8.345925813663038e-15,0.0,-1.0530884977290218,0.10169999999999992,2.4906272856512532,-16.548102889244912,47.37952196281935,-34.87065786149661,2.5],"order":5.0},"dopri5":{"a":[0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.2,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.075,0.225,0.0,0.0,0.0,0.0,0.0,0.0,0.9777777777777777,-3.7333333333333334,3.5555555555555554,0.0,0.0,0.0,0.0,0.0,2.9525986892242035,-11.595793324188385,9.822892851699436,-0.2908093278463649,0.0,0.0,0.0,0.0,2.8462752525252526,-10.757575757575758,8.906422717743473,0.2784090909090909,-0.2735313036020583,0.0,0.0,0.0,0.09114583333333333,0.0,0.44923629829290207,0.6510416666666666,-0.322376179245283,0.13095238095238096,0.0,0.0,0.1017103808891809,0.0,0.3863945529070446,0.017457260008813223,-0.0061021793328785495,0.008600879618305295,-0.008060894090465988,0.0],"b":[0.09114583333333333,0.0,0.44923629829290207,0.6510416666666666,-0.322376179245283,0.13095238095238096,0.0,0.0],"c":[0.0,0.2,0.3,0.8,0.8888888888888888,1.0,1.0,0.5],"e":[0.0008217592592592582,0.0,-0.002835180193670739,0.024652777777777746,-0.03390919811320753,0.02793650793650794,-0.016666666666666666,0.0],"w":[1.0,0.0,0.0971129399805052,0.0,0.4091296915987826,-0.014215463437812423,0.05834054978526246,-0.04939586070256823,0.023313972218958437,-0.024285829443128373,0.0,0.0,-0.0001841559587217529,0.0,0.0011418967280600193,0.002305490361315357,-0.0016325401679869484,0.0009835265275449845,-0.0008244645478403769,0.998210247057628,0.0,0.0,0.0876798134892901,0.0,-1.4760923396186496,2.717890374169163,-1.756229115263233,0.9189764094300714,-0.6865117777516678,0.19428663554502715,0.0,0.0,-0.08706841899689705,0.0,4.483227809104548,6.491972743776135,-3.2107014711089374,1.3016555973034538,-0.9934042836172775,-7.985681976461024,0.0,0.0,-1.1753596269785802,0.0,2.952184679237299,-5.435780748338326,3.512458230526466,-1.8379528188601428,2.3730235555033357,-0.38857327109005463,0.0,0.0,1.8095535046604625,0.0,-10.763400811380707,-15.588112154218933,7.710907659199009,-3.127120718416433,3.9868085672345552,15.971363952922047],"order":5.0},"dopri8":{"a":[0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.05555555555555555,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.020833333333333332,0.0625,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.03125,0.0,0.09375,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.3125,0.0,-1.171875,1.171875,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0375,0.0,0.0,0.1875,0.15,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.04791013711111111,0.0,0.0,0.11224871277777777,-0.02550567377777778,0.012846823888888888,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.01691798978729228,0.0,0.0,0.3878482784860432,0.03597736985150033,0.19697021421566607,-0.17271385234050185,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0690957533591923,0.0,0.0,-0.6342479767288541,-0.16119757522460407,0.13865030945882525,0.9409286140357562,0.21163632648194397,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.1835569968390454,0.0,0.0,-2.4687680843155926,-0.29128688781630047,-0.026473020233117376,2.8478387641928005,0.2813873314698498,0.12374489986331466,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,-1.2154248173958881,0.0,0.0,16.672608665945774,0.915741828416818,-6.056605804357471,-16.00357359415618,14.849303086297663,-13.371575735289849,5.134182648179638,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.25886091643826425,0.0,0.0,-4.774485785489205,-0.4350930137770325,-3.0494833320722416,5.5779200399360995,6.15583158986104,-5.062104586736939,2.193926173180679,0.13462799865933495,0.0,0.0,0.0,0.0,0.0,0.0,0.8224275996265075,0.0,0.0,-11.658673257277664,-0.7576221166909362,0.7139735881595816,12.075774986890057,-2.127659113920403,1.9901662070489554,-0.23428647154404028,0.17589857770794226,0.0,0.0,0.0,0.0,0.0,0.0,0.041747491141530244,0.0,0.0,0.0,0.0,-0.05545232861123931,0.2393128072011801,0.703510669403443,-0.7597596138144609,0.6605630309222863,0.15818748251012332,-0.2381095387528628,0.25,0.0,0.0,0.0,0.0,0.044363001767297634,0.0,0.0,0.0,0.0,0.05039663353126124,0.2211796223268955,0.005324746787642526,-0.009020190044290222,-0.0025276394257037343,0.0026033187287452866,0.005804310189177379,0.005488995178206838,-0.01259503554384609,0.0,0.0,0.0,0.04374194900100424,0.0,0.0,0.0,0.0,0.16064238298296238,0.22523119518132914,0.10234537893382747,0.07116447521454253,0.0843999833249339,0.0029206075498786426,-0.033794369534026765,0.0044294758574390195,0.02790115799280645,0.0,0.0,0.0,0.049340503796923264,0.0,0.0,0.0,0.0,0.07091415801147757,0.19317524907436576,0.041197521793095555,0.024120350548134543,0.010483436064984206,-0.005417373653786686,0.0041932765176683155,-0.00862563673915495,0.007511749544939649,0.12085983799780228,-0.007753072956449001,0.0],"b":[0.041747491141530244,0.0,0.0,0.0,0.0,-0.05545232861123931,0.2393128072011801,0.703510669403443,-0.7597596138144609,0.6605630309222863,0.15818748251012332,-0.2381095387528628,0.25,0.0,0.0,0.0,0.0],"c":[0.0,0.05555555555555555,0.08333333333333333,0.125,0.3125,0.375,0.1475,0.465,0.5648654513822595,0.65,0.9246562776405044,1.0,1.0,1.0,0.3110177634953864,0.6889822365046137,0.5],"e":[0.012194277465176744,0.0,0.0,0.0,0.0,0.7731539478765578,-0.07192809284993823,-1.763834521196444,1.787182038027448,-0.7829855527544889,0.07877188662899604,-0.28255398319730723,0.25,0.0,0.0,0.0,0.0],"w":[1.0,0.0,0.04347565725624517,0.0,0.0,0.0,0.0,-0.037534891769227065,0.22521006594857598,0.3851444775175766,-0.320922225396234,0.20758479949568964,-0.0049919788932764175,0.030181884404711874,-0.0316200107640244,0.0034722222222017306,0.06430645547017366,-0.06430645548157908,-1.0833545237080832e-11,0.0,0.0,-0.0014129980387699468,0.0,0.0,0.0,0.0,-0.08958833478868007,0.008334585990826881,0.2043823200127056,-0.20708768698503005,0.09072756082415276,-0.009127602815244894,0.032740621594736036,-0.028968465799275964,1.5161280796513149e-13,9.808001261621864e-13,1.5388390375106471e-12,1.0000000000019105,0.0,0.0,-0.05912005288562899,0.0,0.0,0.0,0.0,2.124439539073488,0.43020586341699,-4.780517457582582,5.4005283267558655,-2.9472354464539063,-0.28207217618022856,0.09752213560737816,-0.2337507325844768,0.2500000000025691,-2.3150323969152993,2.3150323973449822,4.008525401783226e-10,0.0,0.0,0.1473753421870214,0.0,0.0,0.0,0.0,1.7215483568247714,-1.3309289827637756,-6.812476400632539,7.137335344613553,-4.765467755243874,-0.6437879481067862,0.6627240106821193,-0.7829886371354452,0.3333333333416745,8.166666667601572,8.166666667230725,-11.999999998599046,0.0,0.0,1.3880686621815634,0.0,0.0,0.0,0.0,-16.524697394303583,-8.50822270003632,36.64146080549681,-46.03419052657744,29.46732593799749,6.292691976562381,-7.9435364663433425,9.387766377341402,-4.166666666689267,15.433549312732817,-15.433549315659983,-2.7025715166795893e-09,0.0,0.0,-2.773319327710492,0.0,0.0,0.0,0.0,-12.577477186899651,23.648888937823223,84.08605733103681,-89.705012155243,70.76034885409554,14.446927540553586,-20.2074760921404,21.654395455431388,-6.666666666747515,-65.33333334090803,-65.33333333795585,47.99999998866456,0.0,0.0,-6.05287615042748,0.0,0.0,0.0,0.0,32.73551550975091,20.39416259520624,-72.2144690408844,93.95502366150856,-62.860946786905835,-15.276126997871799,20.66264585367622,-23.787373099126523,12.444444444491014,-28.809292050405887,28.80929205592007,5.06899229399355e-09,0.0,0.0,11.497543143387729,0.0,0.0,0.0,0.0,24.94983943383988,-58.51808586960232,-195.40039255302676,209.25167979006451,-170.32444124613588,-36.77893753168147,52.891909935429,-56.23578181642466,21.333333333505756,130.66666668188896,130.666666675992,-63.99999997723701],"order":8.0}}`),control:{safety:.9,factor_min:.2,factor_max:10},spaces:{sphere:{unit:!0,flat:!1},euclidean:{unit:!1,flat:!0},rescaled:{unit:!1,flat:!0},preln:{unit:!1,flat:!1},periln:{unit:!1,flat:!1},mixln:{unit:!1,flat:!1},ngpt:{unit:!0,flat:!1},sqrtscaled:{unit:!0,flat:!1}},streams:{tokens:0,weights:1,noise:2},ziggurat:JSON.parse(`{"k":[4208095142473578,0,3387314423973544,3838760076542274,4030768804392682,4136731738896254,4203757248105145,4249917568205994,4283617341590296,4309289223136604,4329489775174550,4345795907393188,4359232558744730,4370494503737299,4380069246215646,4388308869042394,4395473957549321,4401761481783924,4407323076021240,4412277362218204,4416718463613199,4420722014516422,4424349484777079,4427651345409294,4430669422005229,4433438668975191,4435988524278344,4438343955930065,4440526279077425,4442553800234660,4444442329865861,4446205593658138,4447855565093316,4449402736340121,4450856340408624,4452224534496486,4453514552210512,4454732830656798,4455885117109368,4456976558985043,4458011780094444,4458994945550386,4459929817254120,4460819801517196,4461667990089170,4462477195632268,4463249982500384,4463988693531856,4464695473445501,4465372289331869,4466020948651920,4466643115089764,4467240322552142,4467813987562542,4468365420260672,4468895834186994,4469406355006040,4469898028300364,4470371826548633,4470828655385770,4471269359229841,4471694726349190,4472105493433674,4472502349725738,4472885940759935,4473256871753524,4473615710685532,4473962991097124,4474299214642296,4474624853414418,4474940352071305,4475246129778808,4475542581990776,4475830082081194,4476108982842610,4476379617863426,4476642302795321,4476897336520866,4477145002230339,4477385568415884,4477619289790266,4477846408136804,4478067153096380,4478281742896886,4478490385029917,4478693276879082,4478890606303906,4479082552182886,4479269284918997,4479450966910588,4479627752990372,4479799790834988,4479967221347354,4480130179013872,4480288792238368,4480443183654460,4480593470417939,4480739764480586,4480882172846772,4481020797814010,4481155737198612,4481287084547452,4481414929336784,4481539357158974,4481660449897960,4481778285894165,4481892940099539,4482004484223382,4482112986869492,4482218513665204,4482321127382802,4482420888053758,4482517853076245,4482612077316275,4482703613202871,4482792510817576,4482878817978627,4482962580320076,4483043841366126,4483122642600925,4483199023534056,4483273021761922,4483344673025224,4483414011262724,4483481068661428,4483545875703378,4483608461209170,4483668852378323,4483727074826624,4483783152620564,4483837108308932,4483888962951686,4483938736146144,4483986446050596,4484032109405372,4484075741551420,4484117356446452,4484156966678662,4484194583478081,4484230216725550,4484263874959345,4484295565379450,4484325293849474,4484353064896186,4484378881706674,4484402746123075,4484424658634833,4484444618368474,4484462623074794,4484478669113436,4484492751434740,4484504863558830,4484514997551788,4484523143998833,4484529291974394,4484533429008906,4484535541052219,4484535612433424,4484533625816926,4484529562154580,4484523400633636,4484515118620291,4484504691598554,4484492093104164,4484477294653230,4484460265665252,4484440973380154,4484419382768918,4484395456437370,4484369154522621,4484340434581640,4484309251471359,4484275557219678,4484239300886654,4484200428415112,4484158882469814,4484114602264271,4484067523374160,4484017577536216,4483964692431365,4483908791450714,4483849793442887,4483787612441036,4483722157367660,4483653331715198,4483581033200083,4483505153387764,4483425577285833,4483342182902157,4483254840764470,4483163413397547,4483067754753536,4482967709590562,4482863112794072,4482753788634692,4482639549955636,4482520197281720,4482395517841076,4482265284489409,4482129254525304,4481987168383486,4481838748191074,4481683696169781,4481521692864464,4481352395175570,4481175434169564,4480990412637506,4480796902367134,4480594441088331,4480382529045225,4480160625140311,4479928142586662,4479684443993061,4479428835793398,4479160561915451,4478878796564388,4478582635972392,4478271088936406,4477943065929958,4477597366530538,4477232664848704,4476847492576192,4476440219183781,4476009028690434,4475551892286424,4475066535915646,4474550401693506,4474000601739904,4473413862618200,4472786458058295,4472114126959004,4471391972746494,4470614338917719,4469774653883156,4468865235838896,4467877045039530,4466799366045354,4465619395558397,4464321701199635,4462887501169282,4461293691124341,4459511507635972,4457504658253067,4455226650325010,4452616884242348,4449594783440798,4446050695647666,4441831266659618,4436714892174061,4430368316897338,4422264825074740,4411517007702132,4396496531309976,4373832704204284,4335125104963628,4251099761679434],"w":[8.683627060801306e-16,4.779330175727737e-17,6.354352417405262e-17,7.454870481247696e-17,8.3293668157931e-17,9.068060405059482e-17,9.714860076567762e-17,1.0294750314241019e-16,1.0823430288447684e-16,1.131147019610903e-16,1.176635945702292e-16,1.2193617278714363e-16,1.2597439914637093e-16,1.2981099886264032e-16,1.3347203736824123e-16,1.3697864842571203e-16,1.4034823001242382e-16,1.4359529452056943e-16,1.4673208742364422e-16,1.4976904668391037e-16,1.5271515003596198e-16,1.5557818169460764e-16,1.5836494009290885e-16,1.6108140175274928e-16,1.6373285203969853e-16,1.6632399058420835e-16,1.6885901708676596e-16,1.713417017655966e-16,1.737754436586486e-16,1.7616331923000996e-16,1.7850812316976727e-16,1.8081240285799152e-16,1.830784876482675e-16,1.853085138861802e-16,1.8750444639373882e-16,1.896680970077476e-16,1.918011406483862e-16,1.9390512930625104e-16,1.9598150426628824e-16,1.9803160683128174e-16,2.000566877627333e-16,2.0205791562071654e-16,2.0403638415480212e-16,2.0599311887403706e-16,2.079290829041402e-16,2.0984518222370352e-16,2.1174227035760342e-16,2.1362115259449868e-16,2.1548258978581458e-16,2.1732730177564367e-16,2.191559705042727e-16,2.2096924282235318e-16,2.2276773304789553e-16,2.2455202529414355e-16,2.263226755928568e-16,2.280802138345017e-16,2.2982514554424684e-16,2.3155795351040804e-16,2.3327909928004356e-16,2.3498902453470955e-16,2.3668815235791604e-16,2.3837688840454243e-16,2.4005562198135063e-16,2.4172472704675025e-16,2.433845631371103e-16,2.4503547622614954e-16,2.466777995232705e-16,2.4831185421610877e-16,2.4993795016204524e-16,2.515563865329658e-16,2.5316745241713583e-16,2.547714273816944e-16,2.563685819989397e-16,2.579591783392867e-16,2.5954347043351707e-16,2.6112170470670194e-16,2.6269412038597256e-16,2.6426094988411895e-16,2.658224191608307e-16,2.6737874806323633e-16,2.689301506472616e-16,2.704768354811995e-16,2.720190059327732e-16,2.735568604408679e-16,2.7509059277301666e-16,2.7662039226963903e-16,2.781464440759544e-16,2.79668929362423e-16,2.8118802553450207e-16,2.827039064324479e-16,2.842167425218406e-16,2.8572670107546015e-16,2.87233946347098e-16,2.887386397378482e-16,2.9024093995538423e-16,2.9174100316669455e-16,2.9323898314471816e-16,2.947350314092935e-16,2.9622929736280665e-16,2.977219284209029e-16,2.992130701386013e-16,3.007028663321331e-16,3.0219145919680615e-16,3.036789894211802e-16,3.051655962978219e-16,3.0665141783089545e-16,3.081365908408297e-16,3.0962125106629225e-16,3.111055332636893e-16,3.125895713043999e-16,3.140734982699446e-16,3.1555744654528006e-16,3.1704154791040285e-16,3.1852593363044065e-16,3.2001073454440114e-16,3.214960811527447e-16,3.2298210370394156e-16,3.244689322801698e-16,3.2595669688230784e-16,3.2744552751437067e-16,3.2893555426753697e-16,3.3042690740391284e-16,3.3191971744017523e-16,3.3341411523123725e-16,3.3491023205407785e-16,3.364081996918765e-16,3.37908150518595e-16,3.394102175841489e-16,3.409145347003126e-16,3.424212365275018e-16,3.4393045866258313e-16,3.454423377278584e-16,3.4695701146137835e-16,3.4847461880874137e-16,3.499953000165381e-16,3.5151919672760744e-16,3.53046452078274e-16,3.5457721079774357e-16,3.5611161930983884e-16,3.5764982583726505e-16,3.59191980508603e-16,3.6073823546823514e-16,3.6228874498941915e-16,3.6384366559073444e-16,3.65403156156137e-16,3.669673780588701e-16,3.685364952894914e-16,3.7011067458828983e-16,3.716900855823823e-16,3.7327490092779435e-16,3.7486529645684887e-16,3.7646145133120287e-16,3.7806354820089604e-16,3.7967177336979443e-16,3.8128631696783774e-16,3.829073731305243e-16,3.8453514018609596e-16,3.8616982085091493e-16,3.878116224335587e-16,3.894607570481926e-16,3.9111744183782054e-16,3.9278189920805415e-16,3.944543570720877e-16,3.9613504910761354e-16,3.9782421502646826e-16,3.995221008578565e-16,4.012289592460629e-16,4.029450497636328e-16,4.04670639241075e-16,4.0640600211422504e-16,4.0815142079049387e-16,4.0990718603532664e-16,4.1167359738030257e-16,4.134509635544236e-16,4.1523960294026883e-16,4.170398440568316e-16,4.1885202607101123e-16,4.206764993399015e-16,4.2251362598620494e-16,4.243637805093078e-16,4.262273504347798e-16,4.2810473700531167e-16,4.2999635591638323e-16,4.3190263810026294e-16,4.338240305622791e-16,4.357609972736849e-16,4.3771402012585875e-16,4.3968359995105214e-16,4.4167025761542035e-16,4.4367453519065673e-16,4.456969972112043e-16,4.477382320247534e-16,4.49798853244555e-16,4.518795013130059e-16,4.539808451870034e-16,4.561035841567422e-16,4.582484498109567e-16,4.604162081631153e-16,4.626076619547846e-16,4.648236531543207e-16,4.670650656712631e-16,4.693328283093329e-16,4.716279179838351e-16,4.739513632325867e-16,4.763042480533137e-16,4.786877161048723e-16,4.811029753147417e-16,4.835513029411525e-16,4.860340511450812e-16,4.885526531353603e-16,4.91108629959527e-16,4.937035980240335e-16,4.963392774403987e-16,4.990175013091822e-16,5.017402260718089e-16,5.045095430818727e-16,5.073276915733542e-16,5.101970732341562e-16,5.131202686306784e-16,5.161000557743228e-16,5.191394311757699e-16,5.222416338000234e-16,5.254101724177597e-16,5.286488569504945e-16,5.3196183453384e-16,5.353536311816497e-16,5.388292001334053e-16,5.423939782201712e-16,5.46053951907478e-16,5.498157350892814e-16,5.536866612467876e-16,5.576748932926576e-16,5.617895553555417e-16,5.660408920082422e-16,5.704404621291389e-16,5.750013768919895e-16,5.797385945724594e-16,5.846692893455479e-16,5.898133176477899e-16,5.951938149641444e-16,6.008379696271908e-16,6.067780409333449e-16,6.130527208725282e-16,6.197089894581626e-16,6.268046963301284e-16,6.344122407127506e-16,6.426239659548055e-16,6.515603317344994e-16,6.613827885097664e-16,6.723150462505587e-16,6.846803417564259e-16,6.98971833638762e-16,7.159994934830664e-16,7.372424301798799e-16,7.658936370805573e-16,8.113849337656484e-16],"f":[1.0,0.9771017012676716,0.9598790918001067,0.9451989534422996,0.9320600759592305,0.919991505039347,0.9087264400521309,0.8980959218983434,0.8879846607558334,0.8783096558089174,0.869008688036857,0.8600336211963315,0.851346258458678,0.8429156531122042,0.8347162929868834,0.8267268339462214,0.8189291916037024,0.8113078743126563,0.8038494831709643,0.796542330422959,0.7893761435660246,0.7823418326548025,0.7754313049811872,0.7686373157984863,0.7619533468367954,0.7553735065070961,0.7488924472191568,0.742505296340151,0.7362075981268627,0.7299952645614762,0.7238645334686302,0.717811932630722,0.7118342488782484,0.7059285013327543,0.7000919181365116,0.6943219161261167,0.6886160830046718,0.6829721616449949,0.6773880362187735,0.6718617198970821,0.6663913439087501,0.6609751477766631,0.6556114705796973,0.6502987431108167,0.6450354808208223,0.6398202774530566,0.6346517992876236,0.6295287799248367,0.6244500155470265,0.6194143606058343,0.6144207238889139,0.6094680649257734,0.6045553906974678,0.5996817526191253,0.5948462437679874,0.590047996332826,0.5852861792633715,0.5805599961007909,0.5758686829723537,0.5712115067352532,0.5665877632561644,0.5619967758145243,0.557437893618766,0.5529104904258323,0.5484139632552658,0.5439477311900263,0.5395112342569521,0.5351039323804576,0.5307253044036621,0.5263748471716845,0.5220520746723218,0.5177565172297564,0.513487720747327,0.5092452459957479,0.5050286679434681,0.5008375751261487,0.4966715690524897,0.49253026364386854,0.48841328470545803,0.4843202694266833,0.48025086590904675,0.47620473271950586,0.4721815384677302,0.4681809614056936,0.46420268904817436,0.46024641781284287,0.45631185267871643,0.4523987068618485,0.44850670150720306,0.4446355653957394,0.440785034665804,0.43695485254798555,0.43314476911265226,0.4293545410294414,0.42558393133802197,0.4218327092294959,0.4181006498378482,0.4143875340408911,0.41069314827018816,0.40701728432947337,0.4033597392211145,0.3997203149801972,0.39609881851583245,0.3924950614593156,0.3889088600187887,0.3853400348400773,0.38178841087339366,0.3782538172456192,0.37473608713789114,0.3712350576682395,0.3677505697790326,0.36428246812900406,0.36083060098964803,0.3573948201457805,0.3539749808000768,0.3505709414814061,0.34718256395679364,0.3438097131468507,0.34045225704452187,0.33711006663700605,0.33378301583071845,0.3304709813791636,0.3271738428136014,0.3238914823763911,0.32062378495690536,0.3173706380299136,0.3141319315963372,0.3109075581262865,0.30769741250429206,0.30450139197665,0.30131939610080305,0.2981513266966855,0.2949970877999618,0.2918565856170952,0.2887297284821829,0.28561642681550176,0.2825165930837076,0.27943014176163794,0.2763569892956683,0.27329705406857707,0.27025025636587546,0.26721651834356147,0.2641957639972612,0.2611879191327212,0.25819291133761924,0.25521066995466196,0.2522411260559422,0.24928421241852852,0.24633986350126383,0.2434080154227503,0.2404886059405006,0.2375815744312381,0.23468686187233,0.23180441082433872,0.22893416541468034,0.22607607132238028,0.22323007576391748,0.220396127480152,0.21757417672433113,0.21476417525117358,0.21196607630703018,0.20917983462112508,0.2064054063978808,0.2036427493103349,0.2008918224946566,0.19815258654577514,0.1954250035141343,0.19270903690358918,0.19000465167046499,0.1873118142238003,0.18463049242679927,0.18196065559952251,0.17930227452284758,0.17665532144373486,0.17401977008183855,0.17139559563750575,0.1687827748012113,0.1661812857644819,0.16359110823236558,0.161012223437511,0.15844461415592428,0.1558882647244792,0.15334316106026286,0.15080929068184568,0.14828664273257455,0.14577520800599403,0.14327497897351346,0.1407859498144447,0.13830811644855073,0.13584147657125376,0.13338602969166916,0.13094177717364436,0.12850872227999957,0.1260868702201859,0.12367622820159657,0.1212768054847903,0.11888861344291006,0.11651166562561087,0.11414597782783849,0.11179156816383809,0.1094484571468118,0.1071166677746838,0.10479622562248707,0.10248715894193525,0.10018949876881002,0.09790327903886246,0.095628536713009,0.09336531191269101,0.09111364806637376,0.08887359206827589,0.08664519445055807,0.08442850957035347,0.0822235958132029,0.08003051581466307,0.07784933670209612,0.07568013035892718,0.07352297371398132,0.0713779490588904,0.06924514439700676,0.0671246538277885,0.0650165779712429,0.06292102443775814,0.06083810834953988,0.05876795292093374,0.0567106901062029,0.05466646132488892,0.05263541827679219,0.05061772386094778,0.04861355321586854,0.04662309490193038,0.044646552251294463,0.04268414491647446,0.04073611065594094,0.03880270740452615,0.036884215688567305,0.034980941461716125,0.03309321945857858,0.0312214171919203,0.02936593975813336,0.027527235669603113,0.02570580400854891,0.02390220330579588,0.02211706270730885,0.02035109623004451,0.018605121275724622,0.016880083152543142,0.01517708830793531,0.013497450601739867,0.011842757857907879,0.010214971439701459,0.008616582769398726,0.007050875471373222,0.0055224032992509916,0.0040379725933630236,0.0026090727461021593,0.001260285930498598],"tail":3.654152885361009}`),numbers:{explicit_time:1e4,noisy_step:.01,smallest_tol:1e-14,longest_time:1e300,largest_matrix:24,largest_logit:1e150,preview_tol:.001,preview_samples:101,preview_stride:12,measured_tokens:400,consensus_angle:.001,still:1e-9,balanced:1e-10,apart:2,renyi_constant:.7475979202533509},atlas:{"first token":`one point, where the first token starts`,point:`one point of L, the direction of the first token\'s part in it`,"two points":`two points, the opposite directions of L`,cloud:`a cloud of points around L`,"two clouds":`two clouds of points, around the opposite directions of L`,"rotating point":`one point, which goes around L\' with the first token`,"rotating cloud":`a cloud of points that goes around L\'`,neutral:`undecided: to first order tokens neither attract nor repel each other`},program:`% the program\n@software{tokenflock,\n  author = {{The tokenflock developers}},\n  title = {tokenflock: the laboratory for transformer dynamics},\n  year = {2026}\n}\n`},i="needs the local server: `tokenflock explore`",a=class extends Error{field;constructor(e,t){super(t),this.field=e}};function o(e,t){return new a(e,`${t} ${i}.`)}var s=r.hello.schema.properties;function c(e){return Array.isArray(e)?[e.length,...c(e[0])]:[]}function l(e){let t={...e},n=c(t.init);n.length===2&&([t.n,t.d]=[t.n??n[0],t.d??n[1]]);for(let e of Object.keys(t))if(!(e in s))throw new a(null,`A spec has no field \\`${e}\\`. Leave it out.`);let r=Object.fromEntries(Object.entries(s).map(([e,n])=>[e,t[e]??n.default]));for(let[e,t]of Object.entries(s))u(e,r[e],t);return r.gamma!==null&&(r.beta=r.gamma*Math.log(r.n)),f(r),p(r),m(r),r}function u(e,t,n){if(t===null&&n.anyOf?.some(e=>e.type===`null`))return;let r=n.anyOf?.find(e=>e.type!==`null`)??n,i=n=>{throw new a(e,`\\`${e}\\` must be ${n}. Got ${h(t)}.`)};r.type===`integer`&&!Number.isSafeInteger(t)&&i(`a whole number`),r.type===`number`&&!(typeof t==`number`&&Number.isFinite(t))&&i(`a finite number`),r.type===`boolean`&&typeof t!=`boolean`&&i(`true or false`),n.minimum!==void 0&&t<n.minimum&&i(`at least ${n.minimum}`),r.gt!==void 0&&!(t>r.gt)&&i(`more than ${r.gt}`),n.enum&&!n.enum.includes(t)&&i(`one of ${n.enum.join(`, `)}`);let o=n[`x-hint`].words;o&&typeof t==`string`&&!d(e,t,o)&&i(`one of ${o.join(`, `)}`)}function d(e,t,n){if(n.includes(t)&&!/:[A-Z]/.test(t))return!0;let[r,i]=[t.split(`:`)[0],t.slice(t.indexOf(`:`)+1)];return e===`init`?n.includes(r)&&i.split(`,`).every(e=>Number(e)>0&&Number.isFinite(Number(e))):n.some(e=>/:[A-Z]/.test(e)&&e.split(`:`)[0]===r)&&t.includes(`:`)&&Number(i)>0&&Number.isFinite(Number(i))}function f(e){let{smallest_tol:t,longest_time:n}=r.numbers;if(!(e.tol>=t&&e.tol<1))throw new a(`tol`,`\\`tol\\` must lie between ${t} and 1. Got ${e.tol}.`);if(!(e.t_end>0&&e.t_end<=n))throw new a(`t_end`,`\\`t_end\\` must be positive. Got ${e.t_end}.`);let{tokens:i,coordinates:o,numbers:s,steps:c}=r.limits,l=(e,t,n,r)=>{if(t>n)throw new a(e,`The page without a server follows at most ${n} ${r}. Got ${t}; \\`tokenflock run\\` has no such limit.`)};l(`n`,e.n,i,`tokens`),l(`d`,e.n*e.d,o,`coordinates`),l(`samples`,e.n*e.d*e.samples,s,`numbers`),e.step!==null&&l(`step`,e.t_end/e.step,c,`steps`)}function p(e){let{n:t,d:n}=e,r=(t,...n)=>{let r=c(e[t]),i=[e[t]].flat(9);if(Array.isArray(e[t])&&!n.some(e=>String(e)===String(r)))throw new a(t,`\\`${t}\\` must have shape ${n.map(e=>`(${e.join(`, `)})`).join(` or `)}. Got (${r.join(`, `)}).`);if(Array.isArray(e[t])&&i.length!==r.reduce((e,t)=>e*t,1))throw new a(t,`The rows of \\`${t}\\` must be equally long.`);if(Array.isArray(e[t])&&!i.every(e=>typeof e==`boolean`||Number.isFinite(e)))throw new a(t,`\\`${t}\\` must hold finite numbers.`)};r(`init`,[t,n]),r(`mask`,[t,t]),r(`masses`,[t]);for(let t of[`qk`,`ov`])r(t,[n,n],[...c(e[t]).slice(0,-2).slice(-2),n,n]);r(`linear`,[n,n],[...c(e.linear).slice(0,1),n,n]),r(`external`,[n],[t,n])}function m(e){let t=(e,t)=>{throw new a(e,t)};[`+qk`,`-qk`].includes(e.ov)&&e.qk===null&&t(`ov`,`\\`ov=\'${e.ov}\'\\` is made of M = Q^T K, but \\`qk\\` is not given.`),e.ov===`white`&&e.layer_time===null&&t(`ov`,"`ov=\'white\'` is drawn anew with every layer: give `layer_time`."),e.noise!==`token`&&e.kappa===null&&t(`noise`,`\\`noise=\'${e.noise}\'\\` needs \\`kappa\\`, its inverse temperature.`),e.frozen?.some(t=>!(t>=0&&t<e.n))&&t(`frozen`,`\\`frozen\\` must hold token numbers from 0 to ${e.n-1}.`),e.masses?.some(e=>!(e>0))&&t(`masses`,"`masses` must be positive."),Array.isArray(e.mask)&&e.mask.some(e=>!e.some(Boolean))&&t(`mask`,"`mask` must show every token somebody.")}var h=e=>{let t=JSON.stringify(e);return t.length>60?`${t.slice(0,57)}...`:t},g={init:[`simplex`],weighting:[`hardmax`,`hardmax:others`],position:[`rotary`],noise:[`common`,`common-matrix`,`common-attention`],method:[`nesterov`],mlp:r.hello.schema.properties.mlp[`x-hint`].words.map(e=>e.split(`:`)[0]),linear:r.hello.schema.properties.linear[`x-hint`].words,beta_end:[]},_=e=>typeof e==`string`?e.split(`:`)[0]:``,v=e=>e===`layers`||e===`no-residual`;function ee(e){let t=(e,t,n)=>{if(e)throw o(t,n)};for(let[n,r]of Object.entries(g))t(r.includes(_(e[n]))||r.includes(e[n]),n,`\\`${n}=\'${_(e[n])}\'\\``);t(e.beta_end!==null,`beta_end`,`An inverse temperature that changes`),t(e.mlp!==null,`mlp`,`A perceptron`),t(c(e.linear).length>2,`linear`,`One linear term per layer`),t(_(e.init)===`cap`&&e.d>3,`init`,`A cap in more than three dimensions`),te(e,t),ne(e,t)}function te(e,t){t(!!e.coarsen,`coarsen`,`Following tokens that met as one`),t(e.t_end>r.numbers.explicit_time&&!v(e.method),`t_end`,`A time beyond ${r.numbers.explicit_time}`),t(e.method===`euler`&&e.step===null,`step`,"Euler\'s method without a `step`"),t(e.kappa!==null&&e.method!==`auto`,`method`,`Noise by this method`),t(e.kappa!==null&&![`sphere`,`euclidean`].includes(e.space),`kappa`,`Noise in this space`),t(e.kappa!==null&&re(e),`kappa`,`Noise with weights that change`)}function ne(e,t){let{space:n,weighting:r,mask:i}=e,a=e.linear!==null||e.external!==null,o=e.heads>1||c(e.qk).length>2||c(e.ov).length>2,s=n===`rescaled`;t(s&&r!==`softmax`,`weighting`,`Rescaled tokens with this weighting`),t(s&&o,`heads`,`Rescaled tokens of several heads`),t(s&&v(e.method),`method`,`Layers of rescaled tokens`),t(a&&(s||([`periln`].includes(n)||_(n)===`ngpt`)&&e.block===`sequential`),`space`,`Such a term in this space`),t(e.method===`no-residual`&&![`sphere`,`euclidean`].includes(n),`method`,`Layers without residual in this space`),t(r===`sinkhorn`&&i!==`full`&&!Array.isArray(i),`mask`,`Doubly stochastic weights under this mask`),t(_(e.position)===`alibi`&&i!==`causal`&&_(i)!==`window`,`position`,`ALiBi under this mask`)}function re(e){let t=[e.qk,e.ov].some(e=>typeof e==`string`&&![`+qk`,`-qk`].includes(e));return c(e.qk).length===4||c(e.ov).length===4||e.layer_time!==null&&t}var ie=[`full`,`causal`,`window`,`table`],ae=[`softmax`,`unnormalized`,`unnormalized:scaled`,`sinkhorn`],oe=[`sphere`,`euclidean`,`preln`,`periln`,`shells`,`ngpt`,`sqrtscaled`,`rescaled`],se=[`sequential`,`parallel`];function ce(e,t,{qk:n,ov:r},i){let{n:a,d:o,mask:s,masses:c}=t,l=Array.isArray(s)?`table`:_(s),u={n:a,d:o,mask:ie.indexOf(l),weighting:ae.indexOf(t.weighting),space:oe.indexOf(le(t,i)),block:se.indexOf(t.block),beta:t.beta,width:l===`window`?b(t):null,kappa:t.kappa,alpha:Number(t.space.split(`:`)[1]??1)};for(let[t,n]of Object.entries(u))e.put(t,n);e.put(`qk`,y(n)),e.put(`ov`,y(r)),e.put(`seen`,l===`table`?s.flat().map(Number):null),e.put(`masses`,x(t)?S(t).map((e,t)=>Math.exp(e)*(c?.[t]??1)):c),e.put(`log_seen`,t.weighting.startsWith(`unnormalized`)?de(t):null),e.put(`frozen`,t.frozen?new Float64Array(a).map((e,n)=>Number(t.frozen.includes(n))):null),e.put(`linear`,typeof t.linear==`number`?ue(t.linear,o):t.linear?.flat()??null),e.put(`external`,t.external&&new Float64Array(a*o).map((e,n)=>t.external[0].length?t.external.flat()[n]:t.external[n%o]))}function le({space:e},t){return _(e)===`mixln`?t<Number(e.split(`:`)[1])?`shells`:`preln`:_(e)}var y=e=>e&&e.flat(2),ue=(e,t)=>new Float64Array(t*t).map((n,r)=>r%(t+1)?0:e),b=({mask:e})=>Number(e.split(`:`)[1]),x=({position:e})=>_(e)===`alibi`?Number(e.split(`:`)[1]):0,S=e=>Array.from({length:e.n},(t,n)=>x(e)*(n+1-e.n)/e.n);function de(e){let{n:t,mask:n}=e,r=t=>e.masses?.[t]??1,i=[0];for(let e=0;e<t;e++)i.push(i[e]+r(e));let a=a=>Array.isArray(n)?n[a].reduce((e,t,n)=>e+(t?r(n):0),0):n===`full`?i[t]:i[a+1]-(n===`causal`?0:i[Math.max(0,a+1-b(e))]),o=S(e);return Array.from({length:t},(e,t)=>Math.log(a(t))+o[t])}var C=2*Math.PI;function w(e,t){let{flat:n}=r.spaces[_(t.space)],i=n?he(e,t.d):E(e,t.d,t.beta),a=T(fe(e,t),t.d),[o,s]=[0,0];for(let e of i)[o,s]=[Math.max(o,e+1),s+ +(e<0)];return{labels:i,count:o,loose:s,energy:n?NaN:pe(a,t.d,t.beta),alignment:me(a,t.d)}}function T(e,t){let n=e.slice();for(let r=0;r<e.length;r+=t){let[i,a]=[0,0];for(let n=r;n<r+t;n++)i=Math.max(i,Math.abs(e[n]));if(i){for(let o=r;o<r+t;o++)a+=(n[o]=e[o]/i)**2;for(let e=r;e<r+t;e++)n[e]/=Math.sqrt(a)}}return n}function fe(e,{n:t,d:n}){let i=r.numbers.measured_tokens;if(t<=i)return e;let a=new Float64Array(i*n);for(let r=0;r<i;r++){let o=Math.round(r*(t-1)/(i-1));a.set(e.subarray(o*n,(o+1)*n),r*n)}return a}function pe(e,t,n){let r=e.length/t,i=0;for(let a=0;a<r;a++)for(let r=0;r<=a;r++){let o=0;for(let n=0;n<t;n++)o+=e[a*t+n]*e[r*t+n];i+=(a===r?1:2)*Math.exp(n*(o-1))}return i/r**2}function me(e,t){let n=e.length/t;if(n===1)return 1;let r=new Float64Array(t);for(let n=0;n<e.length;n++)r[n%t]+=e[n];return(r.reduce((e,t)=>e+t*t,0)-n)/(n*(n-1))}function E(e,t,n){let r=n===0?1:Math.min(1,Math.abs(n)**-.5);if(t>2){let n=T(e,t),i=A(n,t,D(r/10));return M(i,j(n,t,i,D(r)))}let{component:i,diameter:a}=ge(Float64Array.from({length:e.length/t},(n,r)=>Math.atan2(t===2?e[2*r+1]:0*e[r],e[t*r])),r/10);return M(i,a.map(e=>e<=r))}var D=e=>e<Math.PI?2*Math.sin(e/2):1/0;function he(e,t){let n=0;for(let r=0;r<t;r++){let[i,a]=[1/0,-1/0];for(let n=r;n<e.length;n+=t)[i,a]=[Math.min(i,e[n]),Math.max(a,e[n])];n+=(a-i)**2}let r=Math.sqrt(n)/10,i=A(e,t,r/10);return M(i,j(e,t,i,r))}function ge(e,t){let n=e.length,r=Array.from(e.keys()).sort((t,n)=>e[t]-e[n]),i=r.map(t=>e[t]),a=i.flatMap((e,r)=>(r+1<n?i[r+1]:i[0]+C)-e>t?[r]:[]),o=new Int32Array(n),s=0;for(let e=0;e<n;e++)o[r[e]]=s%Math.max(1,a.length),s<a.length&&a[s]===e&&s++;return a.length?{component:o,diameter:a.map((e,t)=>{let s=a[(t+a.length-1)%a.length],c=((i[e]-i[(s+1)%n])%C+C)%C;return c>Math.PI?O(i.filter((e,n)=>o[r[n]]===t)):c})}:{component:o,diameter:[O(i)]}}function O(e){let t=1/0;for(let n of e)for(let r of e){let e=Math.abs(((n+Math.PI-r)%C+C+Math.PI)%C-Math.PI);t=Math.min(t,e)}return Math.PI-t}var k=(e,t,n,r)=>{let i=0;for(let a=0;a<t;a++)i+=(e[n*t+a]-e[r*t+a])**2;return Math.sqrt(i)};function A(e,t,n){let r=e.length/t,i=new Int32Array(r).fill(-1),a=Array.from({length:r},(e,t)=>t);for(let r=0;a.length;r++){let o=[a[0]];i[a[0]]=r,a=a.slice(1);for(let s=0;s<o.length;s++)a=a.filter(a=>k(e,t,o[s],a)>n||(i[a]=r,o.push(a),!1))}return i}function j(e,t,n,r){let i=[];return n.forEach((e,t)=>(i[e]??=[]).push(t)),i.map(n=>{let i=Math.max(...n.map(r=>k(e,t,n[0],r)));return 2*i<=r||i<=r&&n.every(i=>n.every(n=>k(e,t,i,n)<=r))})}function M(e,t){let n=new Map;return Int16Array.from(e,e=>t[e]?(n.has(e)||n.set(e,n.size),n.get(e)):-1)}function _e(e){let t=Math.max(...e.flat().map(Math.abs));return e.every((n,r)=>n.every((n,i)=>Math.abs(n-e[i][r])<=1e-12*t))}function N(t){let n=t.length,r=t.map(e=>[...e]),i=e(n);for(let e=0;e<60;e++){let e=0;for(let t=0;t<n;t++)for(let i=t+1;i<n;i++)e+=r[t][i]**2;if(e<1e-300)break;for(let e=0;e<n;e++)for(let t=e+1;t<n;t++)ve(r,i,e,t)}return{values:r.map((e,t)=>e[t]),vectors:i}}function ve(e,t,n,r){if(e[n][r]===0)return;let i=(e[r][r]-e[n][n])/(2*e[n][r]),a=(i<0?-1:1)/(Math.abs(i)+Math.sqrt(i*i+1)),o=1/Math.sqrt(a*a+1),s=a*o,c=e=>{[e[n],e[r]]=[o*e[n]-s*e[r],s*e[n]+o*e[r]]};e.forEach(c);for(let t=0;t<e.length;t++)[e[n][t],e[r][t]]=[o*e[n][t]-s*e[r][t],s*e[n][t]+o*e[r][t]];e[n][r]=e[r][n]=0,t.forEach(c)}var ye=e=>Math.sqrt(Math.max(...N(t(n(e),e)).values));function be({spec:t,layers:n,times:i,x0:a},o){let s=e=>n[0][e]?n.map(t=>t[e]):null;return{type:`begin`,spec:o,samples:i.length,n:t.n,d:t.d,t_end:t.t_end,beta:t.beta,beta_end:null,layer_time:t.layer_time??1,space:r.spaces[_(t.space)],words:null,bibtex:r.program,matrices:{qk:s(`qk`),ov:s(`ov`)},weights:xe(t),spectrum:Se(t,n[0].ov?.[0]??e(t.d)),centers:Te(t,a)}}function xe(e){let[t,n]=e.weighting.split(`:`),r=Array.isArray(e.mask)?{kind:`explicit`,rows:e.mask.map(e=>e.map(Number))}:e.mask===`full`?{kind:`full`}:{kind:`window`,width:e.mask===`causal`?e.n:b(e)};return{weighting:{kind:t,scaled:n===`scaled`},mask:r,masses:e.masses,fading:x(e),frequencies:null,rescaled:e.space===`rescaled`}}function Se(e,t){if(_e(t)){let{values:n,vectors:r}=N(t),i=e.linear===null&&e.external===null?Ce(n,r):{};return{re:n,im:n.map(()=>0),blocks:n.map(e=>[e]),basis:r,...i}}return e.d===2?we(t):{re:[],im:[],blocks:null,basis:null,note:`this spectrum ${i}`}}function Ce(e,t){let n=Math.max(...e),i=Math.max(...e.map(Math.abs))||1,a=e.flatMap((e,r)=>n-e<=1e-11*i?[t.map(e=>e[r])]:[]),o=Math.abs(n)<=1e-11*i?`neutral`:n<0?a.length===1?`two clouds`:`cloud`:a.length===e.length&&e.length>1?`first token`:a.length===1?`two points`:`point`;return{kind:o,prediction:r.atlas[o],rate:n,leading:a}}function we([[e,t],[n,r]]){let[i,a]=[(e+r)/2,((e-r)/2)**2+t*n],o=(i,a=0)=>Math.abs(t)>Math.abs(n)?[[t,i-e],[0,a]]:[[i-r,n],[a,0]];if(a>=0){let e=[i+Math.sqrt(a),i-Math.sqrt(a)],[t,n]=e.map(e=>o(e)[0]),r=Math.abs(t[0]*n[1]-t[1]*n[0])>1e-6*Math.hypot(...t)*Math.hypot(...n);return{re:e,im:[0,0],blocks:r?e.map(e=>[e]):null,basis:r?[[t[0],n[0]],[t[1],n[1]]]:null}}let s=Math.sqrt(-a),[c,l]=o(i,s);return{re:[i,i],im:[s,-s],blocks:[[i,s]],basis:[[c[0],l[0]],[c[1],l[1]]]}}function Te(e,t){let{n,d:i,beta:a}=e;if(e.mask!==`causal`||e.space!==`sphere`||a<=0||i===1||e.linear!==null||e.external!==null)return null;let o=4*a**-.5,[s,c]=Ee(T(t,i),n,i,o),l=i===2?Math.min(1,o/Math.PI):i===3&&o<Math.PI?Math.sin(o/2)**2:o>=Math.PI?1:null,{renyi_constant:u}=r.numbers;return{delta:o,renyi:s,strong:c,predicted:{density:u,renyi:i===2&&o<2?u*2*Math.PI/o:null,strong:l===null?null:l===1?1:-Math.expm1(n*Math.log1p(-l))/l}}}function Ee(e,t,n,r){let[i,a]=[[],[]],o=(t,i)=>{let[a,o]=[0,0];for(let r=0;r<n;r++)[a,o]=[a+(e[t*n+r]-e[i*n+r])**2,o+(e[t*n+r]+e[i*n+r])**2];return 2*Math.atan2(Math.sqrt(a),Math.sqrt(o))<=r};for(let e=0;e<t;e++){if(i.some(t=>o(e,t)))continue;i.push(e);let t=!0;for(let n=0;n<e&&t;n++)t=!o(e,n);t&&a.push(e)}return[i,a]}function P(e,t){for(let n=0;n<e.length;n+=t){let r=0;for(let i=0;i<t;i++)r+=e[n+i]*e[n+i];let i=Math.sqrt(r)||1;for(let r=0;r<t;r++)e[n+r]/=i}return e}var F=4,I=(1n<<64n)-1n,L=(1n<<128n)-1n,De=47026247687942121848144207491837523525n;function R(e,t){let n=e;return e=>(e=(e^n)>>>0,n=Math.imul(n,t)>>>0,e=Math.imul(e,n)>>>0,(e^e>>>16)>>>0)}function z(e,t){let n=Math.imul(3389127133,e)-Math.imul(1232336661,t)>>>0;return(n^n>>>16)>>>0}function B(e){let t=[];for(let n=BigInt(e);n>0n||!t.length;n>>=32n)t.push(Number(n&4294967295n));return t}function V(e,t,n){let r=B(e);for(;r.length<F;)r.push(0);r.push(...B(t));let i=R(1135663077,2468251765),a=Array.from({length:F},(e,t)=>i(r[t]));for(let e=0;e<F;e++)for(let t=0;t<F;t++)e!==t&&(a[t]=z(a[t],i(a[e])));for(let e of r.slice(F))for(let t=0;t<F;t++)a[t]=z(a[t],i(e));let o=R(2337405405,1492356589);return Array.from({length:n},(e,t)=>o(a[t%F]))}var H=class{state=0n;increment;constructor(e,t){let n=V(e,t,8),[r,i,a,o]=[0,2,4,6].map(e=>BigInt(n[e+1])<<32n|BigInt(n[e]));this.increment=((a<<64n|o)<<1n|1n)&L,this.step(),this.state=this.state+(r<<64n|i)&L,this.step()}step(){this.state=this.state*De+this.increment&L}next(){this.step();let e=this.state>>64n^this.state&I,t=this.state>>122n;return(e>>t|e<<64n-t)&I}uniform(){return Number(this.next()>>11n)/2**53}normal(){let{k:e,w:t,f:n}=r.ziggurat;for(;;){let r=this.next(),i=Number(r&255n),a=Number(r>>9n&4503599627370495n),o=(r>>8n&1n?-1:1)*a*t[i];if(a<e[i])return o;if(i===0)return this.tail(r>>17n&1n?-1:1);if((n[i-1]-n[i])*this.uniform()+n[i]<Math.exp(-.5*o*o))return o}}tail(e){let{tail:t}=r.ziggurat;for(;;){let n=-(1/t)*Math.log1p(-this.uniform()),r=-Math.log1p(-this.uniform());if(r+r>n*n)return e*(t+n)}}normals(e){return new Float64Array(e).map(()=>this.normal())}};function Oe(e){let t=r.spaces[_(e.space)].unit;if(Array.isArray(e.init))return ke(Float64Array.from(e.init.flat()),e,t);let n=Ae(e,new H(e.seed,r.streams.tokens));return t?P(n,e.d):n}function ke(e,{d:t,space:n},r){for(let i=0;i<e.length;i+=t){let o=Math.hypot(...e.subarray(i,i+t));if(r&&Math.abs(o-1)>1e-9)throw new a(`init`,`Tokens must lie on the unit sphere, but token ${i/t} has norm ${o}.`);if(o===0&&[`preln`,`periln`,`mixln`].includes(_(n)))throw new a(`init`,`Every token must have a direction, but token ${i/t} is at the origin.`)}return e}function Ae(e,t){let{n,d:r}=e,i=e.init.includes(`:`)?e.init.slice(e.init.indexOf(`:`)+1).split(`,`).map(Number):[],o={cap:1,cube:1,gaussian:1,clusters:2}[_(e.init)]??0;if(i.length>o)throw new a(`init`,`\\`init=\'${e.init}\'\\` may carry ${o||`no`} positive numbers after its colon.`);let s=e=>P(t.normals(e*r),r);switch(_(e.init)){case`uniform`:return s(n);case`half-sphere`:return s(n).map((e,t)=>t%r?e:Math.abs(e));case`cap`:return je(s(n),r,Math.min(i[0]??.5,Math.PI),t);case`orthogonal`:return Me(e);case`circle`:return Ne(e);case`cube`:return U(n*r,()=>{let e=i[0]??1;return-e+2*e*t.uniform()});case`gaussian`:return U(n*r,()=>(i[0]??1)*t.normal());case`clusters`:return Pe(s,e,i,t)}throw new a(`init`,`There are no starting tokens \\`${e.init}\\`.`)}var U=(e,t)=>new Float64Array(e).map(t);function je(e,t,n,r){if(t===1)return e.map(Math.abs);let i=Math.sin(n/2)**2,a=e=>t===2?2/Math.PI*Math.asin(Math.sqrt(e)):e,o=e=>t===2?Math.sin(Math.PI/2*e)**2:e;for(let n=0;n<e.length;n+=t){let s=o(a(i)*r.uniform()),c=Math.hypot(...e.subarray(n+1,n+t));for(let r=1;r<t;r++)e[n+r]=2*Math.sqrt(s*(1-s))*e[n+r]/c;e[n]=1-2*s}return P(e,t)}function Me({n:e,d:t}){if(e>t)throw new a(`init`,`\\`init="orthogonal"\\` needs n <= d: R^${t} holds at most ${t} orthogonal tokens. Got n=${e}.`);return new Float64Array(e*t).map((e,n)=>+(n%t===Math.floor(n/t)))}function Ne({n:e,d:t}){if(t<2)throw new a(`init`,`\\`init="circle"\\` needs d >= 2. Got d=${t}.`);let n=new Float64Array(e*t);for(let r=0;r<e;r++)[n[r*t],n[r*t+1]]=[Math.cos(2*Math.PI*r/e),Math.sin(2*Math.PI*r/e)];return n}function Pe(e,{n:t,d:n},[r=3,i=.1],o){if(r!==Math.floor(r))throw new a(`init`,`\\`init="clusters:K,SPREAD"\\` needs a whole number K. Got ${r}.`);let s=e(r);return P(U(t*n,o.normal.bind(o)).map((e,t)=>s[Math.floor(t/n)%r*n+t%n]+i*e),n)}function W(e){let t=new H(e.seed,r.streams.weights),n=new Set([e.qk,e.ov].filter(e=>c(e).length===4).map(e=>e.length));if(n.size>1)throw new a(`ov`,"`qk` and `ov` must have as many layers.");let i=[e.qk,e.ov].some(e=>typeof e==`string`&&![`+qk`,`-qk`].includes(e)),o=[...n][0]??(e.layer_time!==null&&i?Math.ceil(e.t_end/e.layer_time):1);return Array.from({length:o},(n,r)=>{let i=G(e.qk,r,e,t),a={"+qk":1,"-qk":-1}[e.ov];return{qk:i,ov:a&&i?Fe(i,a):G(e.ov,r,e,t)}})}function G(e,t,{d:n,heads:r,layer_time:i},a){if(e===null)return null;if(e===`white`)return K(`gaussian`,r,n,a).map(e=>e.map(e=>e.map(e=>e/Math.sqrt(r*i))));if(typeof e==`string`)return K(e,r,n,a);if(typeof e==`number`)return[Array.from({length:n},(t,r)=>Array.from({length:n},(t,n)=>r===n?e:0))];let o=c(e).length;return o===2?[e]:o===3?e:e[t]}function K(e,r,i,a){let o=Math.sqrt(i),s=()=>Array.from({length:i},()=>Array.from(a.normals(i))),c=(e,t)=>e.map(e=>e.map(e=>e/t));return Array.from({length:r},()=>{let r=s();switch(e){case`product`:{let e=s();return c(t(n(r),e),o)}case`wigner`:return c(r.map((e,t)=>e.map((e,n)=>n<=t?e:r[n][t])),o);case`goe`:return c(r.map((e,t)=>e.map((e,n)=>e/o+r[n][t]/o)),Math.SQRT2);case`wishart`:return c(t(r,n(r)),o);default:return c(r,o)}})}var Fe=(e,t)=>e.map(e=>{let n=ye(e);return e.map(e=>e.map(e=>t*e/n))}),Ie={sources:`a9374ac3d0499ed6803654b54c380fde329ec7bfd9c361dcbebf447d900df450`,gzip:`H4sIAAAAAAACA+y9C5Acx3kmWJlZr+7q6q7u6e7pmcbjr8IAnCEAcrzWAaQf4nQvuRJN7S74gEQ6FEHQALRUgxYpCPbJi0EPLGJ5dAQvjhu7vqBk3RoC5IDurPPy7qxd0faeaO89tLFaHWP9WIbPd0u/ZDnWXsGS7sy40JjH//8z69FT3TMgqYfvSAlT1VVZWVmZf37/I///T+uRj/y4sCxL/KaIT6iN8dg6oTY2NqwTzsZ4HY9yY2ydsDfoXOC/dbF+QmyIjRNyA/86G+sb6xv8lNg4YW/Q0xYWFutYhm6NrRMu1oElxRgfXsd65DoWsria9Y1164S/of8TGyfUBt12NjY2xhsWV40P8Y8xVz3WJdf5h0V1bpxQ6/isvEmo0x/6yb2nf/wjJ89+8Ilzpz/08IceP/fBD/zUwz9++scfP/tTD/+9s4//p+cetRz1f4tviprn1HzH80On7jc61a6qOlVH2PNKVOygt6CUrYRQohLZQgVqsb9LKUcpO7ukhBDYmdif+uy7e0UpWd+9p9Fs7QXXd9250HVdv9Wcc/2253he2/FsRzwh4tjxhLgoL14UbkVsiMFL//DXZeD9jyJ0uZ+k5Z8784GHzz7++I9bkk4/cPb0aUtV8PTkY6cfOWvZHp4/8RPnLCfAs0dO/eQjHzp52nLr+OvcI2dOP/yRc6ef+IhVX3j44Q9+6NQHz54+ee7hD/zEh06e++DjH3r43CM/9thpYQUPf/BDHzz3wUce++DfP22J6OGHT589+6HHH37s8ZOPYDHrz0XlI+ceOXnm/kd+8rT1dVGjH/ed/si5x8+etr4hqvR78Nhjj5+0vikqK8IaiAAWIN534NAtf+P7/5Mj+26/YzD8TfFbYn6xvyu5afnmoz/wgz/820JUX/unu74plCUCzwIr+o/6+DUR/KCQG4MXL4llaSViYP2IvabWwBr0Hhu8ckmMliUWAmsgRokF4l2hFQRYemAdkVbwcSWcDblmHncHq38rtOSGXAMrUQP1Ya7rsGXdFUpdx0B9GOvA64kc2KPYAonPOoONj4Az+OmPXfLPfHhw8ac/dumjH74rtAKQoM6AM3hNfPiuUCyqNZCHLRE7IKm6WIKD9YEF6kwwaNwTWiCi6yKx7gotuSbXQIE76D2WOIOXLolRIj9CDYC0dRLUYctK7B+wLLDvChXVG0tQWL3SrQWFTbSxiXaxiaFFddhHpIWF7NgG+iqswB7FypQHfDj/XcHkmy3TGIGXRL4dWA094gz+6JIYgcC3OTQ+gOOA/Q/uQIzwuhXbAdjBL9alvyHO73v9pn0mkUsWyMHzYhR51MLPiNHgk5XIp368LEaDK/jDBTl4TowGv4g/PJCDZ8Vo8Lt+5Mc+yIxKFFEJXpHYgwJpBTt38HE/+jNxVyhAYOcJUEguA6smgoHFxf6ISequ0FocWLHAx24V1uBV6102V4XPFeujDxc5egyOyCfw4ZIGXLzhBlz0B5XoT0TZ2y9Oe/u5KW//hTf6+d8s//xfmNaAj+LDEy+/POXlcuvLBb/8sj/wpnz65dI310QAEif+R0EOraPqiQE2Zh0kOMvydTq8KECCS6eX8NSj06fx1KfTZ5Cqf9WPKrerd4Mc/Ac6OwZy8DN09iDIwRfp7ATSHp09iv0MTHFTuv1zN9ztn/MH7pQv/9y0Pl/Vbx/v5O1D6qv03e+QVnBU3VYyatdueNSuTR+1a9NHDYfrNh68VRq1NZADf5SoqApy8PkqAocE67NH1edthDO8J47I5/CHHHzeHh2Rz9P5EflZvnbdGh2Rn+Hz1dER+Wk+/SJevozn6oj8pL3PGlxWZxJryZJrIFbUbUPvXnsNLBAgo0YsgND/OXvTUlZS2QzsiwosqGzutoZifSg3huKpo+pZ9To/ek6OAPnQRTXCRz5p49/L9PfT9Pcz9PezdhQlCs+et1eUFTURld+NLEwsy28KfXLdnHzVnPyZOfmiOfmSOfmMOfmsOXnanDxjTh7Vx8f00bzxPdHXBJHCilodquzTW9/pT39Gmrabk0vm5KI5+Zb5mlf5ZLA8iuaw9dzm9ne2zVEnAKSe0ZJF+IL8KiB4QWYVELogpwoIXJBN8Rk+7Omjq4+OPtrL0tZH+i0HL9qjJSv4ZEX5G2pcWX+dXa6NEnvJAmvwm35UWwRrYI8GX/GjWuwM/tSPKnEI9gBGg01fjgf/vBJVktrH72Sh9JW/edJeg9rzNREML5r/NoKkGuEz/5UP1SiUGwMrx0ffk7ihtaghTaYz+dcNLJCQI4uQJrdCmhz8eg4W+KFiZSxx5CEtlhNY9LUbxtGvTWeeXyvH0dgDe0X5cQUPy3EweBW7tDZ4qhJV4jqNU+xT3c/glcbgv8RDNPgXeGhh50Guw7LX/dINt/2XpuPoL01puxhYsUMvdtKyf2Be7GAdTvHFztYXq8Ef5DpNC5mFyljeLLxYgYUd4wy+iN0wN/gNPLQHF/HQBAtayE+twdoZOYaoSI3RJDUeVRZUIDgeu2DJMTSKxRtbi98GFvhH5Co+BW4/rtBz9eJz9a3PLVO57SbHUQWIIEOB/473j6oeWFA9qiJ6Oiw+HW592gcLEI5gM1DH9PnqZqBO6PNoM1AXhf5hbQbqCbBIrL0kon8vFsGC9u3qeQkWzN2uPoNH54i8jMqKdUR+En+rI/I5PIoj8h9LsDZr1sR/m4H6/LQbX5T0Hc3idzS3fscr+ArviPw9PMoj8mVkwmtnEIiC35PS3RDr3CYrU7fsgfUeVhsMBYGI/kzYBgHAflcoatJM/IwQCTFeuiR08S2QQde3IEbi3BVaYOm5pwqFcQYwMeNL9QzgMvq1A3UuiP6jSFzUV6xYKRTnZA75Eq9YXfYNpjrP1BWAek8owEUt7lwiR3KMMujooLISv9jTfhn5s0pVswIrACt4XkiJlpS0W6Xp1hQRwOJu1eAiTbdOAAt1KRdFiNkCLHSPFGgt++vC0wsWAOigsmIVgAp+x8UWjwstRoXM2gKLv1opwqLMOjPf9uCziTqqLJJwrS0S7s/5JZWUSLighnJ9YyguHFW+rmqyPV+a2p5tNKTfL9eQqL4yaT2a0oBffaMN+IPyBvzqtAa0pzTghTfagD8sb8AL0xrQm9KAT7zRBvxxeQM+Ma0Bu9I5UCCkiWmktkwjkX/pX5a/9OdSRmkVXntEQiPIQ/Fr+r/XuYA1BaKjgIEVgv9dSLswrxyNBJNIZZcilZNNLnsCqSxGKnu0oqzY3TH8vjGcBnsE7gu3F4Eu+DUp3I2/3izkreYfCtwRODQ0yDvuNETxY2iRKzKJrwuG3HGu4/KQu4NPGViFj0nlwUInFgXCrBNVcW5RD+zgxUO0JGSvfQdbA5gIhlYQOyhssMwlSeYCB7X48cZR5Qf/mSPsjX3W4BV1JnFQCRt81UL7oYemR2s0+OUKGQYdOQa7yHXtMmnQAfVZlPYckLerHjggblcROGR08MEZrI6iKjjaUvQgeAN/FCuU+BMrsy8jtS7K1EJdtDpqI7Wb73Jra5dbk1ZHbZjeanW0ClI49gBbShy0uv6ewk86Il/CozP4PTU6Il/mc390RP6WAmfwkhrFFtpA5JnEJRuIytlA3IE/AgVO1Eis6HcECvlsobCMhcIyFgrLWCgsY6GwjIXCMhYKy1goLGOhsIyFwtIWCktbKCytZFuZhULlLBRpw1ppw9h+YBn7gWXsB5axH1jGfmAZ+4GVsx+kNbZ1jajdu4PLErX7nNZu57V3Z/AKav/Bv/dlOLY3WDD2WRS3wRq8XMHBEIipNtCJj3IMKizqqFrlwzIfkMRtIvHB2hlQqbkicVAitMDOrriskyhwxtcSGV0XR+S7AY8xTZCjpFuoo+pBPqDWER2R78HmUeFHC4VJ+VBH1Uf58ASXfiwtjebRXPHLuvhz+vis4AeeEekTn9FPoKbgHlUv6pKfF/yJzwvuqM/SdXDTj/hi7k3uUfWKfu5l/dxL+k1fyt701ez0z7g2NY5+VxyR1wVYK9hLK6qHV7AtaGJ8Vb/7mwLNfcvy3YlEwKeRcYbW+xD8V9RlETeYbOMIlemhdRxFdWiMYxcRYBx7QysOh4RxEguIe0MLInCvIVQnLZT2ryVN8K8lcwN1buCPHhvdjTwLmjD3GJaBFjTxeHcoAnCG4ycTNZQXkupQPD0U60ltqJ6Mg6EV14dIO9Wh+6OonA7Xn4xrQyuuqjWIwAZ3nV6IBlHw+FxrkdQasIfyUlJJC3lQKS1k76SQO7uQPfTXqaX2elKF2n2ET8GxuwjAtmurPZT4cB0/vQ4BP6zAuZd6B9Rw4x/gfQfUhaF6MsmqVblqlan2oLJIuBiK9VhBiJWGplJ7qB4geWL2s/jJ+Hxib211oYjcvoiaVURhfylwuHVIh7ETgI+v9sG5n1E++HJoV8fOebEuNlgLpylyRNbYHEA2BoIcxHtEC7lpKX8zIJyQK8pifBFoJVErykqqsS/XoDqU94e0LLgrFnho4wjGvloDG/xrA3EGhUKnKHugZA5br/lDeTx2sOUXkOcibxexj9DqH1W34cuSCk8wtSwj/bpEoc44P7TiilqDeRBQgeqYJ5F9UFmP2GtDEYdqDcLEh+q9oaKuQRMnts80DkkFj4/gcqwP1YdCGaC5Zj2pQBV7FqpxBZtSOYrcFHskwj8+Tqz1MQJEQiBKXfQeMidbK2o5CQlFkmB8LfHwbWqUyCMSAVUCnz+QO3/QnNtH5PsJjWw6P6HPj8hTcg2ozl5Sxa4IoZr4F5L6UOL0riMM1BAGIg0DTYSBBnbP0Ip9iBgGmggDzaFF4CTwg/V00trD9TvMkSaXgCqOzqUdFLJ3UsidXchHIMC22utJBE0m7Iaesdu31kco8M3oNfjxGtTvDfHttfXYD7geqsTIcK/ecZSepWkT0kNE30RwAR/Q1h4rCIbiyTiCYDh+Mg55mBsQDFEJa6yP4yY0NlvxnCbJCgRjQlyfgD4YygeQgiGAmp7SAiqaXol6m3w5ccAG5+7+PTau79e4KAKYDc49/YHPuF/ZbMXtTOfTriNW3KIvbMHc5m8LaG9+WSSdzb5FdSjwzatpjaO7GROOCOhs9iUV6W7GAi+1NmtS12iOm18WcYu62HQTTayAcNYfiktxHSIcKhqoxtigfP61GrjqOLkDHBdL7aC44MGpF0vVoF4opVumsbowg72Beizx9HhdgwDR6bFR3Jscz82qWo7ncLDtWN3AKPagci1xRulQOuCN3pqRlDc2kvItHkl5YyO5bXH5JkcS+dmzf9cONhrj6Ly/jq44y7KWyGUZraCkuyz9FeWjPCWXZS1jM9dfe8TOyvqJj6zjMK4TL8soqSBXI6HNT9SK8h/isu+JJcn3dEZOMiQ7VaGRhKa5cPg0qaXIlhyosMDQOKpQGyKonk8FQ0iafO5ACPNjaI6THlUT29BEOlyAJtJhHZrQW48XmVy70EzhpQ/dzVa8e8ik0YTWOG6jLEmE2WTCdKANvVRiaDGguERHfQ0vHrjgMfnZa/TAon7ABbp3d/8epITWZiveU0KXu4jFh9BOX7MLdiON7kEa3atpdLNK471X0+NBZW0mglB6VzlF7oIQxz2EOlFkPQmhSRQZIkVGsEAUWXxxCN0xtIpyUxwGEOGjltpBcZuHLMqViraW0i3TDKmFT7RgntrJpBRAA4UjXwtdy3I1seEweh0sywdpRXZZWk2bSLS2LOmh1a0Wu3gXmiSsM4nCtREivUSi0SLaG99y53/+55+7/Jf/y/PvjA/zvQfTAtHe+Fa5Brfc+ReP/uHTn3v1j955MrTg1sKvW+DWq3eeb//Su37/71+64wq2WMHh29UyqDwfBFCD65VNy7Y2AxvFXH4Diol0/mDikeS4LN8f2yj5ouSo2EMM6ZW5IsR1LBJREWtZPpD4KCGpoUQZSoEiI8IP0RmMjsjbQEEI9THOnAflGjSGFy/677PXmLihMYzuD9OpfEd8COebH9twOL5lGMV1Qh6akok7SlB8teI9SMijxKEfe0mmjWIAh44x/YY4od8Q76Pfq/ES/V6N99PvtfgA/V6Lb6Lfx+Jl+n0sXqHfJ+Kb6feJ+CC44OM0O7TZTnbRzSc2vy5KLLLXBdyy2U5204NU5rqgdTsXdsHNU5/ZDQfTsieo7PKMsitp2WNU9sCMsjelZdeo7NKMsvvTsqtUNplRdl9aFqgszCgbp2UjKrtnRtm9aVkLIWIYETc5jhh8UC3Ht+AB4kNgx5LNmyE0HmKEriE5IuE4ChVyJhg5ArVp2QC7NkNLSGU7rmeOtO5Geua09iiUGFAzS4vppmnAaCAekAEK1OBl9B56gE5vG6EmYENj+Npran0YPQ2NFwboDvmSNUrRAk25hCQSDudw4zLNKJqC5FyaAUuElorCJKTZdwLNyvnZZ6ZelJ96EU+9KDf1IBpGD9Fpndmfx16g/jCKG9SHda1HpZMOJZ/Enph09sSksycmnT0x6eyJSWdPTDpbTzoHXPJK2LTsqGz8kl1U9ImZw9dLdmcTVk9GB3bxhJtChDfnJiOWXZlRdjk3GbHsTTPKHshNRiy7f0bZpdxkxLL7ZpRNcpMRy8YzykJuMmLZvTPK7slRfCMJ4zrQhGxA9D7igyFEeu7ZPPcsmntuce5Fb3zu9WbMvWjm3JMQpXMvyuaezOaeXGcueyLHZeHw1eQWuBWZ6al+csud3ff+yT/5p+rf/tBpew0O3/mt//ov/u3f/rFjd1xJMl4N2empfk0EKQuGW66mHA3fgCaLq9FXRYAYhksQSxYc1iUeWruSHIZb4DDccrIfGzCowSocvny7slBdFSRbqnKBGAdBC8R4RBQ5dVcohhbZB7r7rMGzbMPPRGQUUG4xDyXfx8Ix3hioc9RLo4F/Bm8dhsPwfaf62L5PxbeibLrPGjwv2SsbJQb0woZbcTlEor2pVi4nkKR0CqWLVZBDcZRgVQ5qoyNyic4QrIBkuPo4aaJFl4TeHFo1Ca3g1s12vAsNHFo0cCC6pu0vDEy7NSDt0UC0VwMQaOCJNeAkGmj2oZyDq07bwAlBh5o1FQkw1CzOSTChZk1RAgc1i6MSJKhZU5eAQM3itDT9FQn200sQB44j0Fy4aSZ9E+mNhkGtgacnuz3C/ttmUufnb9PMXxz9l9D9fxedosDYA5v0Ip6/TZy/ctCbYJ0r6rYkHMqMJkTc5AlyDNcGaaETiY+89pCASNNT/LbBb1nkQkWuvi8Jeu/gM+xWJYsSMylv8/ih0BwbjQ6JnEh8HLfRw/td/y3T+ik0+0PrGNMsfl5z+FdmId96Mu7pxYGIlRejhCSHMoMprV/DCOpsWBzBIVKtsdXgDSSp1CG0uSkomKNpPK4HrOtcShbeaKVtWNhaKY4WiQoStaieMZ/NHwutKR/wCKrn+l325LvsWR+gn+OSdXCiPUbVsmjge9BMFfNbr8AtJCodY1GpqIO9fysqMQ7xEE1gVApIWlaqm4HWeFUKVHWNUXWDUVEcEU7VCacImcK3kenbhEwR6wYR1A0q1R8KxZvBo/o2eFRP8aheikdoNYhbiBbrSVOjE5sLwqG4kER4ae0+uwBQvKryBnFJow4uG7DhKUSgauWhqZlBUpSDpBDtUO23ComaU5Fo/o1W2oT57ZCorW01bxqHmjvBIfQEep7W+1FizLGXXbE07MXFEDUzfi4PWmIXViH0WGUjkRurOo9flA1ZOBT3TgwaruyEZA9pTOlb7IvEzT7XxlaBqz8XLbPp54a0XIYE38DRar3BGltba2zgUDWgi0PVNWa1CIeqvOGP6EFM5ORr5KyG40NcLMyYhUyZwgNa3LebwipK+3Q32pv8jVRER88fnKA0cYfiwn32GodTaDF3NVGoFeQ5jko5DhuD1xISMawVZT0Uai7kZlzITWXjOvOdBvMkxQPuMBdCzuLQ1yYNCDMulInLu1IuhNpRA11G8vY0tKZlIhGLyEYhc0aJ0oxIaUakNCNSmhEpzYiUZkRKMyJS/FFfVNsyImdbRuRsy4icbRmRsy0jcrZlRM62jMjZiYisjVSGETXKxGOF7Ah99nbKjhp5doQ67TuAmQ6t009aljCMLSVI5EaS/O8Ds4LissKYtLJVkCR8iBfcLWhlyx0n0eWFdL1D2vWLTNVE3by0Q8iHfgNJdL+9hiZR+tAwbkCdhewTGH6LpO0ya0MvxRw0KhTInkdfP4ZIWVyodVK21hha6ILgop1BC97OdCbn4hPM5BoFJtfQTM7JQc9qkR8hi/AJelaZRSCm+AQ9LjTKWITDmNl9QzU2obu1Ro2ZJeytvOHE3vA1zuRrnFkNt4iMnifG5hnMdFIBO1v5OmQEbILMU1mPQzjmainiKZO5EcOK+CYRyZ+VGaTVU0h7XSZ/RjIAuiyiRwyAPrXvGTnClQc8fVaOOMCzju5hWwXuRl7g5o5KcMlKbgtUptSJmWBlSh2bCVim1NpM0DKlVmcClykFM8HLlIpmApgpZW0jTTcK0jShmSjr0dn1IA0njaIo/TyK0p+UHH/7nAR3qySN8ZZuDrxKkMasu9WW5S601a0ojNrkgJjLRjBjYGMQSjEvbgXkWdOidVq0vMVVRrjvB2vwW9YoJr2mgIPJIb3wewgOn7Q34BDc8in4/qvxIYY3VzvfRdqyJsk7lprrYHPD4QYCl4Moq0HMyDqvfOFyvMrTpMvTZJ7njsdY6bN6UGE20BwKVCiO9+Me4s06uvzg2rCzLCFW0IjDFA7iQ0MrbkNLO9Os4vxl8Ta3+n45PkTaSBxCG/u4DS3tgzNUP6qf4/+VPk3XhuJC6WVZflldKGuCOh7XIBza2JIatWBCQ4DoWqLyQjsilkJgkxuIZQ/a6LpRvzYQfysUi+CTizzMQ30oL4wNvKKzOUQIfFFgHAh72s8ghcEI3GgP44wR9SQvqyhQOQmSiIpZmh8rqDoQBGjxluwd4CEFR4kDmgJwCXm2n4A36Sfg3LCfQETOis0SPwGv4CcQ8ST2afXb+AlUwIdK6ifg5fwEfKB72k8gmuEn4Hyn/QQa2k/A2brwHxWW9Bukhxg/gW2LO9q1I1eqsbVU0U8gYs+Cec2qiw4CD5CLM85p7QjIzoPWinpwCD9DDtjGFo/r9GS4byPJZchmkZ8SHI4PpWqKdljJbPiH8Lne1ufQe7IXxKtwCG6FVVw1jSDVdr6Av2k14kpy62l7HW7FhfpBrsQdJ/saBw/hUogDq8GVy/GttGAg16GoNx2G73sdHy9nKydwK147ieshdOkwXgxYqeNpNoddNwdCT0acIc3cDKnrc3bNMWhusRswin/oDhlrR8yIGApPjTZR6261BnXojEn0m6NpUedpYWt+hp5UPAsUSGhDJ3XNU8Z1izTfOjRSNya6p+dEZ6bvTAPm3uo5MYeUpzsMRDJHTo8B9uOlOGTUn3hxBHNj812GfOM5spQZ35ltits8TGHaB5Ik8YlSumV1HsoOPtHhGQL11LnSZjPXg7Hc4QgOrbhzA6NoFUYR8zqo0lFEzz4L1NujuPNRDIJPtu3a2N2Q6/L8ljCWp6vsVC7IT3GeZE4L5otJNYDCaZIG535qYDgNhnN0TfgLpfiII2hg5e+GBkZ03IaHLK5FoW9DA12ROIjjPdCABtpr9O9jE78fmPj9IFZHZ+/Xd+jHifyPU/kfj+Z/PJY+/YRcA5vJ2n4h7iBVonEVxw3pGoMhxH209KpqMshWgDtX4w7euzD0fpQKf/TJ2BlSKCB0oXO59P9xF9TQz8UA2EPvycQ5Fsrck1RIpIUwZs7GueWnZSJQej0e9brO1csQYQKds+Yn1SAxHsJBKnDA57e5qHymj2elA9MDDRSGJR7eH7ewEzjqBUM2cJpiqItNb26Okrm7KcKlNUrad3+YAmLad0MLpZdR0qQrEpp3IwHTD/oEBd3NNi2ZoVtBCxxdGT2FBAe9zW8Iojp6fATzm7EVfUVstvFM4JmekvrLFM08Bfa9GAaAsSOxQyNHU6+lO0q/AT+4ezXp3G5q70RfETp65BJGsztDC+wL95KmtNNnMbbHH+3gFRKH1L6PNSnsgoyYuleTbvQVEXeK/W16OxpB6x4Cg9Yo7cySGCIfOpvteD7tZLc0lqjFkUtYa093dIQdHdDHRIPoLH5MLz8G5hZMv7V6trRCFwME3IlIIV/rNLNa4iIBu+Dhx3mGgGmcBY8z2Hjf1lFCXlqlMlV2bzc1dnIRQg5W6ICnZ4SJEJr+HH4cj283G1RzI5p2ozcqbYKd0kDAWKkYlXqJTdF1DYyBe5qOBah8TuSx8rLgp/CBFfW04KufxqtYKUa4SIzM4yxXlgl2EysqeiHuUpCZMxS4dEXBaDYSkqcJyR96iHpIQhiqo8Ab1pGEfAQ4hCCPMwNSbzXMaEloDKKz+V9Q+LVa+PWiVfj5UvHnK8Wf17OfahitU4v8HE24euR1m7KyMhcQ5mq45SgzTpLIpWmIbIr+MqCMUfzPo5GKghEzRkgxihOcEGMPi9GHRyTFHWJ0F/U+X/tWybWLcuuzl0quPW2uDeVTemyfkayHRonScVY8ngrHM8DxdPR4ujieON40ii6OoqvxV3I0S9KYFp6jR3XGXZh5d3XmXaSCGbdfmn37ldm3r0+/XUEqqoCDVOSklJFSUWVWwFIFqapiTA+2QaUgpaqgJFIpwNIBsyrKosDzsje07uNZuZqeRShspNnpxIVEDd334vBiBEzdYak2oGBWfABDqzmN2ln++Sgfvij4+Izk4z+m40G1piPjnz+7dvou1s16w8r9sST7yQ9Yz0qwgp9l00gaxv1pc3LZnDwxEb1torlP6eMJfXy/Pj6ojw/o47FctDcZaPTxkD4u6+OSPgJmhv3fPOWNxYbYKrJeJpGV5mkc8N1DfBfDrQMtwgZbRdhVI7bijH8OsxaQJIu92qc4SgzmwxBtBFF1VD1K6kY2gZ/gOW3Rj3P5Hx/N/1g3p2RB0NjytA5OvphhDLaUIqwnmnq5BGM+U4Inny259nzJs79ccu3zYgvG/JowGKP5xxae4WqM8RBjSDwFl3HGQ5zBuGk3xy2q0ydsdSbOVGfiTHUmzlRn40x1Ns5UZ+NMdRbOaG6FElDiGoHDn+BWU58l7qVDqfxp3KuIMwUu9j2NM5glIPgZxplfM6jyeXPyy+bk+S2ZJFJQumhO1vXxo/p4bgKjtsMezDwR/KmS1TF5FEiOrBZaCU5RIZEZLiAUEPwMXkWHBs7cyYARTSBEj2dVfkbu4ksRXxpa+nG6B1sn8FKhBi7+tOzrObrMmQ2epsQGtF5BAp+fmt58nKkbmLJZh3+jGlZhbayKUsOTccA1xGx8cCjtwQuc8ADFPQwcv8/Q7FA8ZQLpE8rBkCqS4ZWkHv0HcTu2FOrR/ylY9EXNKqlNPlab/Zimfg9VJg8qufQC27YhTCsLubLASPw8iYL/yVOVsc25qOFMUuclgm8KXmSyl+WjuACJdLAL6hDiynw/CXEk6zrzaO/Ov/rYwdPv6vzlHVfQEQTHEhMxstHTMyGDZPZ0cUXevQbONQyujyWqMxdoZQY8VMlQHcPwdncMjjHm0JJ6iJP5Uvl1OeW6KrluD23MpeCj4uGbkEwPFSb/GOk9pW9HIIntCfShZRKJvUCrz1An14UanaHzik9nu/QyrzNsrA+jDXBeSASIK+C9cEWru9HalYHAHk7XB3mpzU7CZfkop+igrrRz9mMntR9/U9AisavWiDg5XYda01Yc7NhrcaMkUK9JmbCQ3qv0yRi1Dt61pEErNSE9j95ZZY+ixsSPj5+Mg2kldPxxk/rUGafBvpQIwtfBv1UT+aCHOKlNFM3ihNOicdPkzEDxM6mYQNsqmnN2+Lq4STk2MAELDTR9NjQ5E9mK6sW2mW7c3/dr9Rg1CLDxF69ehLT2uiyfk+lIRSbXA61+elyd1jEwYhecayNKum+R5umawAeF+TFS0sOELSkLo/F3uQ16+moUqA8Ak/D8y0Xb36iOK+ed9XQNpBidgesla+kS5Ml+nJgpGuboSmcLSDbbaJ2mwKlAU5SOlVKc5AiLvyigxt03gg7K+uYnqNQLKODlmi9NPIAlytK9oRuHpKVxag33M/ZfGECN7DoQZp2vKPX/o4m01+T60IqDgUVJaMkYS6k+2EC/yMb4pjHNK6xxDp8FUvwCmBvHDQwDH9NkqmWLznu0x7O4Tztg1HJm5lpu9QzElQR4oa2BTb2U5ANy24VyMZbbA/DxyxB//HK8B2pIzrXJKF29DrjtG6mmeE8Ae2Av/jvVj/caJYvs3QML9qbUcAoTbcHe6Cvi5xKRZgYb4DqX+G8wLRcKUB8NkuqZ6A8FpkSn7sI/0disW6llucTrwkBG3hotXVAeIKnpxB6Bcw/NPYdtdFmCj0CLyeTp1ACBxAbBMXtjYDns1YSDEGhPUId1yMTGwO8OeHnKwuCprVcdsNFoN/UBGzo64ay+GiBXCNK4KzKhBteC2ObUHVThrBZMVmhydhDNXoppaf5JM5rZxwjwDirryu1ZNQJsc4WerOVyE8x8tHDF4QzxO3mHxBnFayLY3SwD2CYXmmXwAPOi6bEnVKjhyhejQg3NK+txTZ7fOqEhgPC9obVYcqcG4YNIh3YZDNgRjiA6vQYXrg3Ehwfq3NkJ0R7D7gIkGzb8IymuUWyDwSNWG5blndR445YFchru1PRHErrgt8dBkKZPul+n+VseYQgp5r6rgMJs+rE76BGEODE6/lQGFnjR7um9t1W9AfnPE7HZTrp061WKotHHzb+TzGcgLq5ibHZpqc7m10WyAF2Y3/wLkfRgF3TwpL/5dUztgXehD/M6wvC6SHr4B8tCD+ZhgR7CXwswD3iC/7+Of6G7+Q1Ba5Xhd2TcyUl65qBbQbygB93ZMugL0MHOflCPduJjiRMjHSORzJd2Xhc7r4cdBF3siUXuLrwMi9R5utcW8U8XvVzRW9AfZaEXsJt6FxahS/1n+pYHRPdmrhLuf1jEIvxK7GrowWJaPBuZrhmZblZXqX/adZEsUBOnkL6DHaRpBGvGKukVutIdzgI5EGd4g597sJBNAghq1ynThCpngkSCyckcsdCojp5ljYEVV/ZZg+hM4i1ZPJlogmFaV3Ci3eBhHswabxKEY6pW1LExCiuYjk5xkEKYqg8hqg9Rnl0MerT+9/Fkj2YI/Gsvw6P+BcSf6DQGzO0Vn+yjgA6gj3v1cc/JfiwMo2ig+tBgRoHdo55MTI4n/Xrz5vyjYj1OnbR0aieRds4pSjvkDWqj6A/EIiZZrCHGpB8ehwELOFBhvoxxFsdp7YcdU6lHSCovXNBRFpy1RWeYAPseSuHjMmMOUxt5XTPmBsdpMGOua8bcMOEZNHykG9dNygofOuAXWXDZVRtcZMxTH3ChA27+ah37u268LrXPxbUgdnV6H6xwVgsmK0R2GhJjDjhLUGgYs63JhqoSlBRF81KqRoBrrtCTQcFBYcajhSs2Zdrc0TskCm+hsaerwdqZxNUmWHIvvxPTEqLi6Q0i9DeqfBYlhqdQitSpdauYaBVqL9z5tdv/n78a3vKVO64Esd4tRFy+nZJBonsg2mAxDIjDNOzEWZaPUrYnC+PJcUOLaDd6o/awZiSqHsdlYN48tAkoqFF+PZTHnQAdN99tb9DjmMdf3MDjDjhB8eU7fDrQ4edr8R6wDqpX9ax68WNrn45+XyTizk/+hPX0D/3R0TGIq4n4RLIXEthzxczOU32UmU/2rwSXd9nV87VxuKHW2XbUW1GAZurdYM52gRjaTyUtaKE7cQevR4QPneN9DBboYTcsEq9sEnQtsoal0Jgo4gZORzIpSmHJAO9C0oDWcXImaFxAjGjqSLsGapa9nLNYyAlgBaZNChlbYZdJyiWgdtxeT+EkTRuF2sP9/fzP5kO5n4vLchl58jqppP10Cf61QMugqXzIa/QoAEyk6ws1aEQIGnOUQM6B5maLI7yO5S0Iqf+RNDFfEcUwTCuhHUB3aeRaLJPdjED1WvpNCuTm7+K2Vs7my2Lz72zexy5LsJi3qW9bQ5mDU2JjxXaxYrlZs3URO+cLJdH7d2s43xyhjf6iN/E9qYqRI4Idjv7kyAba0GfFizoPg7023ODx6SH5NtJLQzbt1ECkjFcg4zUsIURaQs50fz9tVT5X5sl+ErJyHOXKRdPKyR2WU9uXQzdsHI+aYd760wUyb3GMPFy2bz3VIrAWHQUr9NSgiRpHeHhRxHOIA18U8QIzzTYQQ+1iD2bS0AFkpTR69a1vusvOyU37scux67EetkPshwWooStcluYLFtE6kPdEv3IZS1Gc6paiEXpm54vG+40VokmO+YZgu0SwO3xfvD+A/XCA+hBPTp1N+v34ABmO+3004mj5R2Q2VHTyxS8UBu6Y3LZOhNjBjl7UYLBnFO8tK8MxDvEC2dqIfGtsBxXX4n6JqZJS5NFwJQALZCFM7FJFQcEiiGtJH98es0bhw96DyvrEZjupoOQtS59zUcHw0DMHJe8qRkriSYAaQxXwLgSgMj3DxT8K2/QlkSS6TSCxnA0VNIni4zZK8OjvbmcS/Ndp1xXw8L7E+x6Bx4QKYm9Seuoai4VMsXWgTeHSilWh4tjXiWgT0rY0EST7uGVobdexq8kS6J6xYQ8sjXTnePRF2DwAfggXANHgiS/E5oKt253/Ere0O+kZ/ExVPkpcJXcFHjywc30L5CKFI2JzN3N1pgnuls6iVvJJWhIttVlJ8KnzdH0y7UOpP7BQn6QR4ZOpvW00Lu0ethuI5vpoAOzDLtY6idzYAuUQb/iRzftiBwROXqEnkjYYb8YiwUxwsZXcBAfgplM4JY1kgdrU/s12rODAZpuM9ihX7NbGpsVRsgALZEanjpK61ydMGCV87O7N+7CXHXPrtr9pjtT0wTs2/zXmGU0fve1fmiObHjhtIJF9elrb9fgfd//ZI+98pzlSrNa/unb0p7518J+90xyZfjZrr/yvf776D1eX7jBHc90Xv/L4L/73T95hjub6p//nj732L77w5TvMUdOhhPT1zslH11/4qb/6YXOkx5Zuf/Glv3ff+Xeao6mu89rP/soXvvW1d5qjuf6Bf/fMn2y8fPwOczTXv/rz9r/zz3z2DnM01434bo6alrIotdxS+XWx+eUS6wAsGqopG6e/DWaQrv8XL5rj5t2bf1cLONpKyATDJIViLwM2qgyLuOCdLPCCRi3L5GSIqD9K9sACUMAF7MkZOHW1USLu11lX6gXsn4TpOq7MN/IeniiRcCSt+0D5c9ikGlli158sXQiThrvSiq5p84KZZbAbFkhwzP2E4s/V9CfBqs9M1EYmqvX88JhOL6urL5Qnpqv5otb4ejpeBCen3MSdTTdjC1k0DYKgdBupEX2MYjfZ0tvQuhbv0VGEmMDOCHag5TOBWfzDVMqb1s+gxdNkAfaYZbPYmdF3dZRyf1QvimfDTriBA08nDsIbr/UhokVnZ5SgjrG5Y2g9aI47ps0pFrZ/BbpW7MWgSLN0kvYi7L9K4VMcDcU2BabnNDFqB4xKRy/dha4Ru9Ev4l8r6Y/FBq+caXchvRab7YQgMYEyNc+i8AwLcLfNe4p7Hbipe6l6EkPr2C/ZRyL1UzchW9eCSnu2XwAq7NHZJEClLyhehvLLq2e3VKJ3LHCRTF2zpO2lzjjlb9arrlVseNV48EzfqcAr+vaY6oo7FOhFdc/4/8sHzV7bJc/gx/gj8425i1HZxd5oyytz+w0Ef4oOdKrE86GW+TvUMkcHdRVU9MfiyhSPB9csp+rFX5eXMD30ePCugcseDyF+r9acKjTYaErH5BPjdEOGkHwOakhOl8qvyynXVcl1B6eRYxzOfZOSOvN4KH07LjLHjllEzHs8hDvzeAjB1R4PrvZ4qGzxeAgnPR5oGb2WLqNX804OOpeVny2nV0jEr0Elt5zuZMvpIW1WYrJ083K6XjvPL6cXsnMXJ7b2XVGg0lWYy1djYahkSPuNogsLz3qPCDYk86oNIcVs3YMG1hrwRQtq9NtDFHAQBSopCpAfBhpcG1DRBlffBLngxwZkaHSzOSEZ8RpY62QCSZsRYttyOPtj11gbaZTBvYZ7KVW1UdTayftw7nuMAWgb9bFLjFXVybeYFq2pAtIWKVU6Gg098I0pdbvyNiPA9AI6DsYrukco4Y2Lg+vqaco+nG46JAW//0qpt79K4dGwxFc3zJHXXqj/Z92FmXdXZ97N+2+W3H5p9u1XZt++Pv22jf6b9kS0QUVjvO6T6c/mOYf2XXHA1RYsxeOe+m9+67X8dGWX9OC/c5V73h97mv36KT4gVoT5xekwc4KiRDAsVULtWtzaKsQkTuzW2LdzV9IBikOJcFeMcRKB7NNIz7GmW7uWtPBnm0zRo6RLqq6DWsIcPt/TBVE9XZa7oD1K2maJcJo6S7YA5JlO6W0nVWfR7EjqrJupszZiAl1PHFZvnVSpdFDVnVQ/HSrOJ2lJ3NYpp366xpUDXT7i5lCQW14H9w0YQ7AOVYjWTcfMc8d0oapTsSQ9rf9zp/D9hIL109VSD7zSbyW7BSrT9nTFv4IV+KTSQwW8rCt88LWqz+YGm80gPptBbDKaFLoCL3r6JC1pIxZlmj1aKRwu9RZ1rZ4B2vpI1EQpi3q4MmXWsR3jNrWLPWMDvYLbGoGbV8mY8o2TlB9XA8Oxq8Tcgn/jKRudwnCjwNUzSWtJJ7lnd0zO9RDFuPZgo6DTwmirCMMaka230OvXx6hEcMeJdxRX22lNw8vy05BbG3iY3x49US1OquLiXkjXaB8Zt2TCVUt9Bmsl18KSa/WSa2V6XVTml0jbXwhwryVphHNSgTme1CgzynO4neAosbKM2nEVAqiAZRLpXBcxWt/5yjF9BS3HfGVNX0FBia+s6it1aOgrOkc1ZkPSVyJ9JYKmvpI5O2qvQw7ttBFVLKjyZtkUzYFRGTW9w3ZIaXgsqFOiHQsaeh+sSEd9sIejg7tU4QqWC977dExtC1qDZUoCimf+iL2vvTSVjYepbFqYNtBK5TaKxQVvuBf/He8nhOKDixsf1kLk9VxiWIfEBErJpdfwSb5BPeBeTDGLMgOFxDvX4hJDBe0C5VJMRZtZToUHci4NVSdhpQsS5swwZt0IAuYG4myudFYMurmCccWEWuoI1TTYgHeu6djnoeJsfXmuOivV8KnGIB+f65nMQVrUGYGDsZseSfWUkMW7n/OXDKLR4AnqSMSJVRRj/pVtyw11Xq47Y57QtpnQAc9kXNVXOHdtDgmyOSTIBt5XFgI9c3lXKL1NYDDmhFY9Tthno+M7Cdb1h0pNBMQtcashP/agVjpHXcrJJ9KsfCQ6epAlRU/czT/PeOIWyyF67uywpAs+uGj81KzgG2Tk1WPpIqqmuU8D+qoG+aCjMbQCFUzFU4mrNRtneBX/nerHVVo0SQuK6QUDg8RBNqyBmTFJTYc82IiubUrliAoT7gdIe67iBZ5xNvm74YxDd8/ghYEiv5o0/xhuG7wse3pkrFw20FzTRPEbMhuyQN0NzRdgEx1B9eeDf+QpZ1w5723wSneE1NOCCLmIDRFSwRwerDgia1H0VCKG0aUEDcwXL9rrnEHIpuAP1NXv7ycK57RgA5JtvMTQLU5co0XDErtk4seVEuqpllx7yzkGbf8Q4YJOxgk82pYyacPcFE6AeYO8AifAHvcKnAC5hVfgBMgtvAInQG7hFTgBcguvwAmQW3gFTtDAZVe07lOcJbSYE/iaE1Q0J6hqThBoTlDTnCDUnKCuOUGDzUM4rpQ44H0hwjnVK7RPwRAuJZKTL2AOO/d4H8SFYfNCIhjnxSjFejF84klw1mMZkIu7ut/WaSQERwlQ3gjEeTvFeVmO8xglJ0is0Djv8TA1J3F+DpolOB9BE3E+K50VK+K8R2slsTDI7JosRxnOe87Wl+eqK8V5ibVhB2BtDaxPagsk4rzi+8iO1Facf1HZiO7u2OFpqU210VOJR0KXjZYKM+9Q4K0c7yc1hKkQ7fCUv4u3AeMsuzanjrQSSkJT0ekkqwz2QR7sPag+NN0ezGCvwIv9siKK93blPSnrDPaKUtpGDOESIVxOWyZKKH/NjkqiO7ksgj0vEbHJ2IcKhfUYsPcgwM5Bsy8yBQRKN3ZqKiC53AH3ZJ+kV3EpLSimFwxMREhNZ71mcDazxcHgqt9etYOxcx5zybBVcd5kzrPZCVhcGMoHyX+G7A4khld4yNowz9szJ13k3fMcezfP1rZ53L6zJ9FqqFl4JWXhvdiDSmyrsvFrUFAJbqeauAzJmLXSzXbea0AjhRfcpxYZql43BP/+3Dp8ttzX2Pwadn3cAIc4fVfbpdojqrxdDP5AK6iumCPCwB6bSBaaeBXDO+dhnhgkdsQ88sk2VFLxs/LCwIZ59ApvF7cXelXoMEpQ0RLpJ9ayfFkkbcwXRvGd7WUJfFi6K6Qd1l+mOEUV7S+YbNnoyC32kR78a1DVkWpDBiZ70n5rcgfgkrA/Ntt76rgxxVFrpdfllOuq5LqOWkNTbgZUZMN1jqWhQyVPCbbXUMYQncuhPlT3pVSjLWL0/SRE2DoTyw2Rk3qLycnUl2CGOvkGaAknqpkbOKA25iv2OCGMXRhSh5LCTAQhVjIzH4YCTg6Ri0Nql12XU66rkuva9OrhkKYhnT77IZW+GJVAjETNBW/ykqh3H26+/jaOvHkccUAGlGjS0ZsYdhC8cZIctp6VBq291Nt0Ec+ekXEPww5QjO9AD0MoFwa9x0aYbAF/LwzscyMcCYAOlr9E2Rg60MYUXh3oYWYvLkd5jN8DHVjMlpeSxdvVg4acFzfbaMEos3VQl+AAueAk9nG9QXjbGGWLAxTRRtzYmdx/XaOKNgGFz6RV7rPRYJ+NFjSm+mw0gP6HlZjT74rPRgPS1/818dnImQjMuqGEDsbXdXkbQJraXV5rDJl+3o8UhZnfOhAeVavk6q8ntbUsvyXiHm+cwZOb/OBCgbotLmzUWCpnZge1ND0h2j9bZCjDcM64ikyPJkGNc3D1oMrE0taRDskCtFHS0hHoXQwqudukJuzRttX8AAafdGHhHk5NGGy28tb41PEXHX5RZTbo10aJHlMTttABt5FPTdiGxtbUhFF5asKIliCQ5nmVK7GhRktWyKGR4dF6VfHFxFODYhbV2EZAq/Fy1bbFexzA6+RKOVtL6ZZpby9twQ0NwnegM1gdMbx0eB84gC6EKaKFLwxc6KC5oJuZCzQBBBQLC+Rgv5y0l+WjCHtfFGfvSrqUNkJGhw3XSElLbSGtjLCIoGSOoCRXE/d2Rlhzei1zKnGl5KIy+lI5+mrjLk730I7UKSkiBbYN1Rniak4hLoUp+JCgmkhQLbMjdW4sGS71jtQKWmZH6obekfpNkZgq0En+taUktm1xZUisUMqZKDWDxOQUEmsXScxjEsuYpt7dpYdGzXHCFh9ErCVmOmy47AzWzkBn8CWLUtx3qA4MXsGzlyzaQzd95W14ummp28hA0SGvDtwLAgv8lkUbRHSgs6JWMduIA52BP4pu1WjJb2e9VkvkHgRjcI6XSh68ytwmgGV9tYOBEG3jl2WkEhvXpK+xuQE/DcmvAW3zxCFjUWBsT8UUD+w0aj8AryimkAU4GAhMM9nR+yR2cfqRKtPNaTALqQazwBrMQlGD6d6IBtO9QQ2mO0WD6U7RYLpTNJjuG9JgurM0GIc3DbJNOiY3l8CA0y2M4wq0kSAGz+AeRyzA9dFoE/c4NwZU7iePRZxRZqLEfTMIme/9ItjUO4tmjTppk9dBH9rQZa+DZBEWr1yOF3F5I5VDgSpf/Pm0ArPEjQBG3vNXOfTLy6ktOtuDq6EfiS/NimlxeIYNlYeow9IGFQIHpjSGn3ozzeEk1lr6ZR1DsYRtoYQ9Dx7ngjdrg6kKRh26wFPT59VCnlbgj5NKYYIW1A1WCRqwkCoF2q7UHhVMolol4O8sKJBJl75Ou610YSF98C+mqBT+pErh5VQKdAibJ80Bbfrt4sqYQypHXqUgZ1Y01OrMN6kv0zNGbSJVw5uibZE8746xDUaeb6RprsoVLht0lpI2uyKNWMHCL82nMiGhH8ra081GyaMFHH8MHuJqV1cYt/XgGW8Psr5h/7a3qGpuDgN9cMdGMaeGuJm/r3MfN8M+qC7LeJEQquBcSZs9oeqDWbJx52bWzf2ijWC7jVAaO9oIpbGjjVAaO9oIpbGjjVAaO9oIpbGjjVAaO9jAxEtstIKgzd8D530mj9r9po+Lg7uTGrVooWnv/3/2NHw8l6UhcxX8+au0jlFGzuJtcv62kjMSm3gLyDnvl5qld/JS8u6xPyonwXF1eie3kN7Jz6d3clI/263pnfxCiintvzjP/ov/SCpnLM6rDV4NUqAmV2FxRUke7yfu/bbeqIf4dJUXeSp8ycemCvApv1Up4/FAYV4fTBIzThAVSJCu6DUs4jue8brCFTSgxS499xXhSIm47WlDH9VOLjjSuHl6uHJZMPT5FOLAFfuU9wyE5h7aI4O5R/DxiqqO7Q1H+2+HeoskdmbAXbdC9H7ApVYL7aAhuGz5dItGkjrzQpFLsiY4MVpg0gJqXdZOddka6bItkyDQ4zTlWaLyuuHAwohZDTw1um2COwFE6f4NdbLHaZYNdE/v3+CgxlyixzZp5wiVPiUw8TzqtHOo07bzRhIB7a1Gkma5Bts0PUze0FBNsvzi4lJc0SkHiy9WCJROQdmsYGIuGyqswW5bvM4rzJVcKR8qk6Xy+eKDgmco7YUHoTb54plPXhY4sEZEc9FGEqLVtz5pI6lrG0l9YBUtIiKjIzmTjkroh20iO6UjzfPKaUnkqEMacuKwP0NOGKBQv5tsIsJQnkVhC/V7UpvILFqSpfRDw+XlbCIdbRORKU1BR9tE3hRFyQJZ5F9bSlHbFpeGogqlPBML8IYpShQpymOKEvmN3Rivf/Ndqnq+Mq5rv8vFJQzBw/SkGEJ8RB7Sm6mtKOuYye7YGKKoPfTRRkWb/hFid8kEQGFg2plqfpT0B6ujeC/0BzCKASOpRjEmr5kfJfN4ZxdxjXg36SrxHtQcrsU9NA7WkgX7PCxAz6BDSUxXQHkbUp/qZB/arBLbeEl3cWYkFPEbN5kFtigATJchRpdAHZpZxsXEwyB3vY1uspDX3yjnISzA7vxF9IbGi3vyFx1yxp2HwuNuMW5O+6d2caOp5K4yVhR7+iN6O+oKD/aRvcVL/CTgOMKtX65vEqec/PLK1C/3aBOyiS/3ydN04svZ2XTiyycjBrvoLEwfQ9tkXUjq1+KePI/hc+9NFu6y13Tf9Dj5CNKqS15wd/6bH9z4wD+5/JUvXIlewW1F0OGteC1JpaVX7jBHbMXXBTlIlCxpbJUA0IlPX37xY2vmuPlNsVkza13miItHlfIVKJdWoEqqr2TN2LImhSHf7BGYnn5X1qRcSF//PbYmxStQ1wVUSuOA79v8hqjJYPo45wKNMy/NNXNMr7xojuW+nEmV3XreppLvYSqZRiKcF8EtX95El1x24q1u3ocY6s6knIwmfmTzviCuyPOwFcCsHRKksyOCdN4agnTLCdKZRpBu9uItBOmQ4xmH9ujT7wpBOpC+/nuSIN0pBOlQoM5UgnSQIB0iSNznakdMzLkxJvY2NXxXmJg7i4lR07cKPc6NCD0iKMOLUgwhAHPfFIDZOwIw+60BsCnZWuxpJOtkL95Cshh2YnNAnjn9rpCsDenrvycBzJkCYBQ/aE8FMBsBzDYAZu8IwOwbA7C3qeG7AmDOTADDpm8FMPsGAcyeiTQTAOa8KQBTOwIw9dYAmF1OsmoaydrZi7eQrKIgBsoVZk6/KySrIH399ySA2VMATFFqs6kAphDAlAEwtSMAUzcGYG9Tw3cFwOyZAIZN3wpg6gYBTM1EmgkAU2Sn06nDK1Db/DoaGV3AFIzoUw8+nviUgvDrglZk++yBoVPLJz3okZ9Dd1lGgEZZTIPYyBn6VJplENdX4uLTXehq5xU3VwimFfJzhfZOK+TlClGsWNdYBNF2y+tlOscVtpcvREk9CTF/R6SNzrxiWqdY12l257q2O8d9MjLH82qNjck9ex16eqfyg8rKPJUCzCdorMgRWpEXQotNxz1c3RrHLTagztHuKhHHQnEuYJ2JTUEvy95FC1nzEMJctq2PDvdDF2dxKelMFJ2DzmRR2vxUYkbeYoJTzFt8jNL87OiNsQqMiblXbmK2UxPzLnsddk3rIBuwU3bWG/Zb3xv27N7Y4RtjO5Dn2fjMn6mtzyFFuWmBwWS8ltZbMvu/XdzCu0Fu4b3NLd4KbuG9aaPzm5Ew/RuVMN+mku+8hOm9KQnTZ6PzDUsMCMXEAjlhcKwysSCcEAtUTjAIC4LBVi6t8zLM4NLZFmi9nBeSlYhlCfYGLKIfQg8WYRG3S6FdMmlVOaJLh0boqLpIGw8cVejLGdGeHT4Fk+ulZvQ1wtz/fkLJrnSm0UWMH+/hIYr7mEEvroO+FWkn+D6lRJC4zLwAEpeZd4HEZebdmAoWI+yTLt7cA128uRe6eBM4kb9cw+ooFzdlGylJCKFiu8wrqeSar3N24XbIcYxBQshHueJhaR6IG6mcJJC4yAETB/akqa4x81VxGduBedhb5LAeXYTJZd8uzJt0pV8vJnzWO79JEguYxObBh3kTZIBktJs+MnffK97fNXnfLt5fmLyvivcj2syBs6A1sw34GgHUkwhlxxBIbMT+bwwb+O94f/hqLtNPnTx7OX9KRmR6m0Eisnkmsp5aM1J5Xe/jhVSEkuY8UpMckaNog0gnzJFOs2TMVJ4gupwQd46X6zVdNPVmOBQ9EE6rIjSCV2mJoQkikhDqlGc8lt0isWiBTBqBrFi0BZ0tG1Km4unkhhEkm+7odegl04eGKZh0EZjyY6uhRhTyhvHYMubolOEINw6IYFkuJUL7Pfo5p94o5wHZpE1EYskS6xxJkNx/lIQTxVuzaZCWbcmFpw7NMe47ohuK+UBzewt0X/9zmV15aNfGS0mnWDrtwUJp/Ipsv6A0ZzD7GO3sjUEOoLVL5iJnX/oYOmHiTrnbOmE6eSdMdFClc49CISrgsRemp70w2dfSBVUeCRFon8nAeGEmnO4ELPCLXiLaZ5L9+/khXz9SRY8xSiVD9VQnIyG8nM+lV+pzyS6ewa+4yh/LNGdurZDdwhm6Dw4FOE8Nf996cmjd9+G77ELKTfaN02lT7SxZsl2eLNlOkyWbNKlVjuGvcLLkKu0YrHeZlfncqG91smTcsjx2oTK0s1SxuZ3Ly9+ss4hpd3HfJEu27w3JisvJkmlbCEqW7O4kWXIhISamNHiAEgZ8O5Ml28YhjvycbXaNRJckSjBW4wRjNU4uUAMbN3OyjWOknUst4IKNElRZyibwMCoIrSPjxGef4zD1nCXHwxDCNE+SAofCHXVAybTkAqH2Oaba1ZpxncQvD7NBz0es6Io5OTCoYsSKbSKBalDTfoE1zA4dQUD+nOwUaGNygRo6BQY5p8AaOwW+HBTyTYdLltxI544/9DAtjBwK8J8a/qHA+RNiBGWWqNGntFGc2aHOnqiSUy1T58/0S6V54mNSmynxRg5UMRzLT7ws2MgrDzaiIDHPBIn5UNkuu4NPFjXtE53UOLtDbesA6IppAKrg6AHwcQB8hrUtjpk4ALWiV6bNXpm1yewOQVyTxiLB8ZX1NL6yzvGV9TS+kkblZXmMfiBdF1LLzHiQAjOxfElgplfcBN3jUBjkjFVOulIMhcFAVp/dgjEdiPEBrnMwCqcHL70up1xXJdd1enC9IXqwNT146dt1enCdzNSkB0cOhDtIgh2t1HTHvU63T8toKXeTr6zwMZaFGZCn/pR7vE39bwH1U46kjBX7RrP101jtHH3XUvquMX3XJlMn3QB9126QvmtT6Ls2hb5rU+i79obouzabvoloeWefaCV19352Ufnjynm5kcELkXRtqDChOG7+x4lzyRCqpLJEMCtkzCsmKk9DxurDiHrMgYpR3uqkvM0OFzOlZoeLmVKzw8VMqdnhYqbU7HAxU2p2uJgpNTtczJSaHdzlJx7ldI9oTvHiB6XAFdy/1LdesW+3CUDLBbSajAixbxJrVVlnrbLbeXVKtC9mfvTHSQAVk1upjkSZ4U8d6mlSSBdhwjWb8VYgKMefusafOlTIKd/UV/ysXMaCfBS0yVhQwY+r6Hx64BeiOimTL+1eEuD+Fjquc36oE/WCn0522tQk1JOd3PizyMp5nm6cVKv0upxyXZVc10m19GTXnvHBMb19ulv2gGDBnqJFAiOj0+Yz9/bj3pS5aNNcxC/l+djj+ZioUUJdGzeYYuOI6Ttu8myIWzx34jmeaRhGj/My7lC620TpyVxGbRgmlWUipXmtoDOr6Im0KO4Z255V9Fha9BgomJtVdC0tuka5UWYUXU2LroKC5qyikBYFTNAyq2iUFo1AQWNW0bz1dcbUt4tTn4YRlwOnbZlF9c9P1P/XDghUvpNuBAjkWhkUZBigZmFAsHUqqikYoKZggJqCASqPAbhTd7aDMuJUUg4EaioQZBzapCcA+0oiPkWb5Lk8VF6OORMdNXKwICdhIdKw0NSw0NKwMKdhoa1hoaNhoWtgoTGby5diQ4O2sN85QDR4r/sdowTmwZldvggVDZjbpnwRLxrQ2qZ8ETQa0Nym/ARyQLRN+SJ8uJQZnuDDS+HDBJrrwc/mF4MIivpqNEuIKEESNBxhBPj9uZA2I1F6Q/e9oTUU4JGRDW3DyKrIcj1AG3INc45oaw2iTpoWCVeCKtshT+1GkKdmkKf2HRNB1F2z8qkoljFKP8/kU8kpefWikrflC1Mlz2Rn4C8iamCtbJt8Kop7vqJFHxeDmn3a+UBXGM9r7TAVOs2C4nxJPpVMPayk+VTy6mEhW4EqyVagpRjKseHz7jjgm2QFmO7FlIsrxXYl86jzzRvLIAbSGlbHMdIetkTQ1GA78Rcc6dFGeQWDS5DqlQHrlcEUg4vO5Tv7MVmSydfPJX51UnUUt2oAh7lTMMmVqlnGVRMrHOSzjZRel1Ouq5LrOtuITvVazXEkr5DvdfIpyjaS3x6vpvsms6mY84PamhJMmNuZ2OwyHV+mnSq5U2VRxw8mOtWa7FQr16lSp7rYrmPllI6VUzpWTulYuX3HWtPeXtKxgTFGGdo7GHzDVdUJYy3PLjT+3ZZUDA5XDA4bSc/jfsJ0+mjTvpBUaWdMqOJqRoCrGY5ezXBRecJt+2g1w81nvyEDw3phQ62cdwOvVHBv7aCQvZNC7uxCervIYsacWrZksU1r9fZfGiN0FsIqBPeG6KARrMcqyJYx0l3AXr3jqF76SJQZqK0db5J+hLwiMWkW9NgsuCUvGSKzTv88ZV0ChQQHUx67WUbdQgauCLJdexSnuzJJXKatSkSaJ0bg0tqfqS+pQwT1kiWJLImWky5J5AWEUptgvZiczJ7MfKFT//M6PbGLRsou1BZ2YTNR4i674KTswqZ0O8ZA65B3jFmHquPqUj3LUOnSQlLGLlSabkHpVPpsR3veVv64umGfN9sepGusTrrGisEbzvE+J5Qya6xWUsUukikTtnEPQ0rvEWB+/uhc0oAqAdc1kNeS+kCceWwUR7jegjlLJS5dO2iiHlPhJtRHcQvczVbcGViEZBIUJ+cQBKKSk3ME0IQq1B9L5kY660YVIjrF7blwyzT+EeImkDrhywbgrhD6ATRq1yC8u3+PM7ACXOrfbMXdkjQdbVoDFqmhEtPfdjBlRxdTdsznU76g+LAl5Uu7PEFH2+wYTvmswMFVYErQITBBh62TlhZfLBBUVTG/KO6eK3Fx01I7KB7wTiZ2rpS9tZRumdRwMRCjuGrggG2ywf91j10fNzecdec8E0NrRfnQWlFWKf/DO9qpC9dG491qzaSglWsQIZq0luW70eEptrHwsaE4jr3RWpZPi+zys0JfF3ELduN728vyqyKZuyuUmHd7RV0XP82Lpcvau5clVon3LJbJ6FzvYoh75b1+5yJdexU9AsYm4x4yjjhEW/STZHRyWJQe62ULMqNXaDus6jiuZdki9+GX0bpH1Xhd7KMsxbXM6QHjobJcxFcuA+3PcilpFgsFJqcFFYr3ZXguc4a2FlSM5xvUj9nrsM/Z/o0BpXdhXsx5czUyeDo57cCi1KUODRhuaBV9HzlK20Y9fy3eZ0434v3Mhp8WiZttCElb8w7WzmDPZ3vKvgej53Qv9/VDNbDHcagpafCcGPg88v2RGTXyHfLJE1CnbGsbdvVRzoDpA+3I0lpRPZo7Lcws66PjCUOnCKBN2b9SmbmaCnfLEijPPreqQzvFom6GY9+gl7rlL3XLXurmX0qUwC8mA0gcZKSyRLqhZ8ikDZgI2E/HbA78wpglS7dT9m0qReSSK1qkFS6KdEJ+G6TL6b0PGzjbtnsVOeTolGjV+/JZSfUo55Uvd2gdj7u0lyvp6gJ31tYDz5nQ3kMw2qaJw33cSmeJaz6/pR1S5gb+Wdpja4ngGs8OwH44kBLeqT7sxwun+sl+WCpeXoL9J/sxHg/APtgHB072EzwunexvmT+V3O7b5u36xdkjSzDtHcXcRUG6eUCMj+//VLIfn4KHL8vhKXstPYf9V7NtBuKlALp6G1zaQ1leSAItptoomNZQBKcUVro7Q+7OOVjabMfLsG+zHa9oIJqDinGQ5e6lVVkUginjIZrUA5J5c33dHiUdWKb0zxas6F3ckW21oI1b6c64CzPvrp7FJLDLOg1s/q4WabX2YGRSLdKaUZj6bF6e1YTpYC5ZvaFt7vklTrC771NXbs8y/qU5JzPgIxzPwffAiucGlJN4cNuIdrOhnebt9bSMQ/vJ86Yg6BfVpj1AMQltmzbY6hBPKNI5bjQ4QefdlM4/keyHFqc1Tg58IrkJ6TZPckiNNxEhL01e3p+na2MLzzlKFekaXzStkrRXWCLZd6fxCr8SxPuhnVcO1pibakbfxoTcOV7fjt4xEHFLruEAvDvZd+cnPo7/vXDHyZA2vZL6cUSPpMMbBB2Ku7RPUDyPh3fECzoX7oI2hLSo/fvSITiFDB+7LNkFuw4SzZGZBPZdjb4iyCdRO4Axc+vwltNPYvjZC/ESv7JFEwT9Uovcm9YKeEpO3NAzbR+0dLs69NKlq5fRMVKPJ/6M99Fg4MYuDL46balNY5I+nxUPiEZ4uvKu2B6CgV30wMPpvqz3z6mg9ljwx7OJuCq6YWnM2rLxNsQm4pwuvQHTbqzSPO8Ub1RwElfIEpDYk555LbNMXvKYxMfym+mQOTedvV76IM/dyYFEY2sLKYxoK94HcwP7nhD3ABWjeA5ytHZXiHEsgS43sOIWSkq5AuTn0s4WG/aXnZ7qX719e3IPoD34ojVKkBLjfdAerJ1J9uD5Eqlv6Xy742SCTfjYT9796G/s/6EfPnX2rtCS6zgF8+22FpFA6LgES5dTqr9+B2SnOGPzE0lPI6z/dYKCFnLx28moje6eQ6G5gUAzCGlQe6ClhZq7YRdtPHvPh0OLkC2p5EnPx2lTZdJD/9FjnAQe54hPO8kahJtk4cQd2rQe8Q0By5uhJaSyHdczR6aOjGvMDXpnR8ncdk/N5Z9KbVEy5+1ZzSMfNeWGKsVsJRU0kTiki7HoE5MZXXw4j6nJHAraB9XaVZgzHa63kXBZI5tVsnDJv3K78gsbWWA+8X1EfJrag3i/7mpa5dtnDSLaKgkHHjcRRVqIHd6ihraPHqr1ob0BzgsoAV2BfVc09Tx/x5VBQPs4oLyqbROGmLTZmniaQ1u4EU6ykEqCcUJiip8iE2XaxCyXKyiFH8t7U6da9DItv1I2zrK7WrZvwQoso269jLr1zVq3Ztm5BTdr5dr8xrJlunVyM1Zx8/ZVLG/WbP2YnVPNl418WDWODDzm+bYtT1S8nK+4CGnk5lTIPlxMNaw7HOE+VSMxfu2FqwglqWgBabrSFlTBSXwtYMzl1Am5lmpxqJU4vFqKDs8YXcpfgSK4scwmGKKqM5t2WfCdNy79XdhHvvkEwUvZRgfxEqsVLjrh1QyVu1irm6vVzdV6YEqtLe6JAJ8Ncs8GuWdvmvLsTSjhX8bWGKucDtsw6iHOrqXLKdZepnl3WW+2wGU7g2i0lBK+k6LobTiZUAqZY5mkw/2KbvMt6Gh/5u7obuiwCDJ/NyLnHMzfjSAG3dHdKZLaOFXcPJJ6QB7nGXa6Oa7dHUFH721CFREopby4ix71s4qgo7zeRxu3gSuqN9u+gTJ4ZxvnsHibR1Lz8EH9rBkLtwzyphXGz/BH0+6aLOAaAInseRJ4tA25jcbwxB/aD5GkgWvDduzi16E+XE1V+DlcLDtOTfegMjZSRTUVujpaRjmorKukSdEGfDCXNj6Z58VA1HByG9j+RSFbuWec4Su4i7jNL8wbEvKv7+q6WVDtTjaA9wcx5LUwwh1FdANK9tDIb5SBpKd7slqok+or+aC57T4I+1NdSvJfYl+Lu+CBPfyrLOLMfHH2jfPQ5dYfpMj1mZ+4mC27LsM8LG7ziQulnzhR53y+2+ZgfmadC/Sd8hLtpKTbrxvuTOvHwrjMbx2XYj/yekTa6HhxorO4f2gjwy6d7TVNSrs+WdAiRAzsSE171pcMQvoRcZwDKfycvWlndXUvgr6yYiYfLOorN1OUJF7p6SsH1RrEGRUlkNDXH0zDKfnr4eYJsoKVCbrdyUya0AxYvfDfl+tMiq5yE9Ln3YkJl8yZvurstK+6KQckVMiNeDZdkwVYmE5S5R+Qjr9OkMw8Rq/o4oKt5upoBUB/BDJJB0P11NBfp6DOBrIKZEZJC3zc25LohxVQ3EaUe6ACtB6Tyt2jpKMhFe2940SzYbKioTzhyzFUAAXNjX+wrlWBRRYFu9ha5sJ3U7qWee7YESzeTRExTp6X0aZzYaqQ2kZ1pV3oailbs3Xub9RHs8k+B53JXkQjdrquum1pLfVrRqdtSKHhVTt8Z6BZNDE9eipInMS+kJOVctWQPkq1oPxOzIq81Yn1VYusb+oTZCQYTb+vaUmTv7ZQkmXAJ3Lu4jawpMRBkHK6Vg77SOkkuzTSBVkJXFKP1JOJWTZeSrkcWy9apgXx0sQifc1IqLR7Nn3i1IfxQ/DbevpyL3c5Kr/cG5W2wM51wSK9kADpqrEFkJ1EHA+t1DWa3KHJJiLRHKIesNfufOgbr/7G3g/9giAju9ZW15+MvYkbmlKXclPooLI+jhrTZTYcn0a7GyqnbN35eEJKOdp4lz5gbkXTb/VKbunPJAq2c8Krk45QzmpXbMuWMdKi0lL0xwLnN3fIvszEDEukR6C9ay7d9tE30uwCjyTM3UOia4dFVz8VXTOfCRJdjRHAYSNAJTOUGa2U7dCZCWqZBldPvGJQNFHG2W2LFYVaJy/U7vBNKNj6+R0hfTPFM1pOumSVYzrMApu1Nu/z/N62+Fw6v8vvT8zvlBug8d9/wYxTS25A9VjeKrk0sFJ7i1tcP7K1TXKCgmEf2SQN1eJPIh3JpCOzdT/7WhDPMelRJXOGGdIjgfYwkj+qdZYiXZBd0uPFCBLQLTLvFe2STk7DmSuxCuoZVH4Dpt1YJbPOXKldUvvLVHPEkrdLljwmmcbyirkmmqIVZ44stp/KLSnowcxskmzhPqjWkszw92OhBfvv/NnfOfDV4JbmO9HIh2b3O02GpSunQolmwEfIaIlnP4bk2h8I3HXiWfWuUAS86I1ON9mit5i56C1yFh2RW/S23l70Ll30Rn8DDqB7LHPc0wue2HFJlx1vnhVp+N2yvIy+HBXsrxpUeBnv9RF4TmA0QbrfTEg7465oMxfussO7sBGpVNgg28o2SoF2ZsVo8xq2VmDnoMP7zRhTOV7Bf9l+M7izzc1lRjZagV2GldQ6dtDsN9PKtrohB6tDer+ZNhw0+80c0vvNlJvcUA/Lae60JFfJmxJI9qDhCcZGysy/VnuekCXBNfvNbFu8zXPQLZZyJ0rpllUM6GZrh1A2oJ8WcccMoXZZoVGmXRrXYgqtPRb3QZKDDm35kV+xbfCKbZhOngpuW9LHXYNyS4IeCXNeKsWVRAmlgMrzqm6WbpdzQK/NOPmtOTWa6jw50Ib5yZsw6+bq2fJqaYR9nocU5dXICd3bt0oTCEk8NGJ6GnfAM9MdljdjtK7GVn75rpKfplWzcTJ1u5d2O2GWXcSsCmJWodvBuUZxcj71vW/6PmnDvHHhilemjIMOPSE2OOtr09XqbCCml6BOySsyulPqNFl28o54GbvQT5Gw2IWa1Eu6kLY3r2DkUIp0sBsiJn9Q0arJRmR8uzhlVvA/sKOg85Y5Cl6U33ZHwdbOHQUZWtG3sOglmIHrLC/Bcs/AvFMegWtPg2vmLQg9Da5vylew6PCXf22pr+C2xS3jK1goNQnBO/AV/D/O2PXz7Q01FutASSqtoZsmqcwiFShG2+X1OIsyStmYuK2JZz7qtTfhWY2TuYllGeFZhGdt7CFK1JZmT8UNgeM5tQZNWNIOBHEflgq2oAOcj2n/Q7RPE/RRYrjpCqZQhQOxRW7Hlhb3M5u5gmamZSRyVqZ27OupKQgxmB038f16dvpdSUEoIX3991gKwtLsgl/ONnxHwrNgv06wCweMZqbNsyV56ORwY2jhutED/c0Wn2M8xNJ7+5t7BGX+D8qeo5S6CyQ1d8gcy9bAdOPS0vgyJCJuoSYyrUBamRU50tbRxNEt1hUqcLgCK1/B/WZFxIfWiBK3UkZXAvo25nZbkGvoFKfXsOxkEXL2LzslW+hz3mTmIYk0KpAs/wxpPmO/2f7czImkD32qMDI1p68wldtp5WBzZcVRa8HCCCR+ijSfsoTQsYTfzEkZG7ORYHFnSNDKIUEfjb7cp7C0fi3uTMACfiojQjeHCE3oGK2CrmCH7jfWeys+QHBxQLNrmNOrGQQXc6lRwoY5E91M7HsafjgGP5y38ePbhR9E1gcy/LCMeUJPmRL8sAkzLAKMMvxQU/BD0i4O5MyadCh7QH62T5t3FjdQz35twEhRbi6ddomjnVeum7nm5CbugQJ8LMF+pHiNI/3JyYckzovetXih7EOQTxMSMFlXyeGkS0eXUafLsyLp4LxAQOC05Rlq7IW9E4wUXA0XnoGLDvTyBTtZ3k4uqDJc8fhbMVUspf60UrQSZlDp2VjVrIDW/LZ8NS4t0kYetMPHG0Gh3hQU6hRRqJ9DoS4mcu1kKDQH+4fiKTptlQHSIlLQQgGQ5rYAUqtwxSGISsTApojXJgi9xFiEK4FBQz0DVwKaObgShcyq4FAi+u3xyzX45b6NX99Z/BLpMv9bil9EfQL6owTjBsWN4Fcnh1/9lOSSORAQ7Qi/Ojn8ys8RgrI5DWXdyUmNUyFmY3a8yIg2V/ZpJdecPMq1RhrdmsjS8dSDBTr6DHgLZo7hTg17oUk7NWCyX/7QGGhKYcQTLGSDtAf2TEw48DW4VQy4CYBiQd6yFjxdsJoV3FssOF/E1RQuHajwlr4SqjeIm7i2T9u10T5uGjcXt/Q6zE2B0s4OoXTvzqC0m4PSBfSrmIBSNdZkklJMvwxVcScJcn24MVTtF664Bmd7jxmctcldwyDu7jLE3TsNcfMbE4NLVPAGINgzEOy9DcH/n4DgHkNw901CcPfNQ3Dp3Cqg8UIpGvdo3sR9BuX5GwTlkmtuHqh7Bp2b0B9pgEYwptMKLNKxypjdMvM1WeR5usiuWQTjuzGLfvP/Ze9tYCW5svOw+uvq6q7+qf7/f33qvjfDNxyuNAYEkqvIu6+fl1pyd+MMOTvhUnbiUVZab5oLmMtsHMkzfDOrlRYEokSTILa5juMdcQM8JhGckZIYXP1Yk9iBN5EsjJEgomQDHiFKRASINZJghEj0pOw5596qW9VV3W9m3psfTnPw2N23bv3de+453zn3/MAE120zYuMhs3FBKDya6DGM02y8LJmuH3PnMNlRcMeS7FiJO24kO06SgqGaEAx6x2FSMET8Hist3eZKSxXF+Kt3zPgHcypOTlXLJePvLcqCDFjdv0dZAJEs6LAsCFgWtCJZQAeHSeW+D61YFrQz6bW7YAk88Yro4QLrJ2RBe1Hl37XoEgsiobkgErqJlqISEoWvIPJH0YDiYhqJi0kkLjak+bET0VkkBDLEhV6yHopZ8mMBwg8OIT88JT+8tfy4PybMjuTMA+Tw5lL5kW/CzJcfRN4DGN6J/JCmv5YmP4Yx82uDGZsg2pnyw0hcIFd+dKX8aPu4ojMME02WGLikMFAQP6bY1Qnb+FEhlxk0fmam8s+UHYetSAJN3C3TJEkDtwJYmDRwbeFXH/r0WYF2JFr6vKb7yJHaLFo2UI40YAPXeDsSLYJFyxhrB2RMeeEOnpUZRzueo03YJL5hxQKqsihORLLjmDv6smMtIcn0jhtJkVePO06SHftJkRcZnT0WRx4UocZVWlyoK5Flscg6IakI+X1HF1BWBZ1iNCrwwz40kXg8JB4vVkqmcyhiUzFu6qaFWnNRqClJsj8r0EQ1Ywu7CW308RrgKmhrnFko7kraMlnarbRUzlluTsrSrmxm7dj/uK0sZqbaCl64+IJcV5b2UY4wbt2xYtZJKGatpGI2SArjoS6Mm/HiN1cI4wzFrJkhjAt7mcI4U0q7SsAmZHJSSnsspYPZtlTlApLXQN9QXk/om/MVxoiBdLdPyutgDkGs3gUJeR1AqEtjD4K0AA/SAjxIK4DBoRTAkhLgpbUAv78CPFimAHp3LcBpSeCe4b0JcM0IFcQC3IEgKcCdJQI8JbX1ZZ23s2CyAigFeDNSAJ3QZD1wqQB37kWoKwHezxTgPSXAh1KAm8wAUrqhSas+oRuatPxFMOcqaCjHswW4cwfPypzEjDhJpOZZESNZFOCBrmFiR5EjwANdw7QiVrMowANdw8SOwxwBXmQBjnK7puR2neW2wwLcWSXANSrww4AlVVpa9xal9YI5srmobxLZGlIShE3Sb0UfpXl3Hg5zN7hIwiOViEDZf5Fzj9SGF1lhutCX+K1PdhS5zxVZVwAgwgVBcvvKjXFSP9lRGm6dxX0ul9ejx+LdU5YZA9V2yXgSavswA0SjvTYJjT4MGMDNwwAZ4MDNAwfFBXDgLYCDkgIHZyJwgDABIpgwiWDCRgQTwggmiDuCCUKX+aX7iBvKCjeU17hhjRvWuGGNGx533NBFr1UlMsKhhiJ687B5yP0LR0cWPVxDXQUnImTh8oDxNgaCAdGDPpKP3Eamcr+9NO7YoLo/Ee4IIUzjDndxZ7mf7LiRBCjlxE6D3nGSs9Pg8M6yE+8sHxqpZJgmmhn7+fcMXuBw4CW1mzC4F/AyWAleinngxc0DLxmoppiHarwFVFNaQDVlhWqejVDNGbkxwfhmEuGbjQjfhBG+ERG+GWfhG8jDN2Mdm5SPCPBM7wbw+Arw+GvA82ECPEe407EGPBrgGSwAngGziwFyy8cO8EyTHQcfAsDTB0PSKZOfDn+mDH+6CH8GdwB/cv3sJCQa4CrrxzhopHBQEO+8BWq7rUyb2GIAXSQ/UxIZkhw2OZHDRoC0NuCURCa5/WPTmLSZk+ktMg0wFRd9OLrJjuMksqpkbpFpzh7lxU23SbLjRpJwNJ89X5FJRUGs6t1ArJVEQPtkadTVW4W6/L/v2YXL/p55iSt2uKpihyEKs/eNORRm3zHnUNi2vjjCUuyG8JA/FzCnVwk/jLCMfIcKs3tfDanW5xam+aJDFndV8bllrSRKhVGbR5XT8X8BmCqSvcCJaBpQ2TVfDIv48bWzFPlZAn8vbIIPlT0K0sUCdBWo7YX1OJq9jVGEu+iCWHxOZuZGq189hle4qVnVY9kLFIwnWslOVWjpsewcyBeaEOCEBdBQiQZq0JQRdp5zCdqF1TekUPYazkVNBnj6MpeeCvB00gGeDtVZ4dBLF6t1VMAFG3NFuhTPL0pcsqOkSnaUVN34CkdVYpg7pg2xowprXDveAgNsjo/ECHhhYoaIqozOrVOpShxorEcLVc4NUadQ6V0jrFK5mLK8GuYXB0sZQRMxUVRO3pkL9GFylLqS6gEre1CR+dy7lDHCGZ/RuSSqKsLZlxHOh3jKMs5uWU2LLGtpYji7hfW6TCo9X8Zvb3BhPHVlM3llnHBH5QzBKMzQRAq+JCrqomVVgn75uTaXoo8GBQ8W9IPBsoNUmj77kRwM+iwpUnPBlYVQ8Js3x1ooBqU/4FoopW/PPHCxFoqh1UJxufjIP3nKqewVLxcv2Vjz58yrorVlxDUlMLkfMgJPholSWQBRJ19IKgjx1ZBKW/fDAPOpnEfWQNzi/JdFA5NEy0wYdex9jc55ywRb8Yk6p6+pUJ7csE05os9SEm+KIK9y8ouyjNhP5+/HAgk2JUhpPye9K+tUV0dbtraqeMh8oo7BsT+J1KF3KkNN5xNdsJGSbJW6QOZhChBFSD7RcS5Bt7D6hn5eLL2nYulxRC3OcuCEAY0fV/7uh3VoIZ/oQ0vP/h1AC+rINlqYZmpPOM/YlBhYsQ1HsQ2TWollyHo7ojGHOsZY16ExB+vTnCFi72vCTqaUtTHm20ulkfFsroQjr2MpjRJXXh0ayB/a2NxONkN285nXFy5SwOUf1ayWyWNKcpHm3RkzCoaFxBBj5TqH1rwDNq15lN72G1whS13O1i+nSvbgWrc58NqMskKptZ59Dr6MN1fvqDUGWY39+cItHaoSpNZyC1qz7fnT1hZ9w7UMEIATrWXn27MSJpGYk/Mlr2WNaAzOUeOEgc8Ll+T5eDUpYTT6ElLa5TDcFDkFETkFq8hJpm8vLCUrvIoEgZJQAiSrRWoLkKyyms+8vnCRQ5HV4kn3RFbycndEVslz8GW8+QKtBUhWi439+cItj5qsfOZJFriyzpC5a73CfGuboISNWc61alj4oNDAJMJdIhD81ntbox1BBwfRwT4n4WvAAHpvQxf6b7MoRCZMXNsBk4tpIUUH2i2DaGWiP5i6ZUPdMoi4n2irWzb0W7ZX3VICtzomdt+hpJW8mKD7UVpEllxEvH5MtX5MtX5o8l+iFrU84qzElMKre9AOJ7K0ACYkcaN6gipJsRq4OqpqE2kH+UNlB6lTCq/MA5B3AFN41WEC9WRGd0/LjOclU3hFddsyTrO4Ul6c0Amxl40LRqtxJ+ooM1UKdpmowlxGpfXv4jZFpWZEpfVkUbdxaFVsH6wwYIzyPFd2I7xxVio1EqLIijn4QaDkAv7vc7HqUtcK6bwYNiQkaSv4gZloTHtnEYQUoKGDEHcPzCQscDJwSHmhn5OADzEUkZlzSwqKmOp60NahyPLb+grQClMm4JIMTqVJxdE7ZT+LWUJMqjiI1EyZQQom/ofKLK6AAee43OPSLPpo4DQWiKQlAingxUqcFDI5aNxVigE7edChgVSspM6JGHuY8/YLI9El6lX5IJOtQWZrP9lKw+owwtMraCgyj+68eFY2J49fN/2mvcSblpJv2pNv2os4mHzTPu4zfWEk8ED8psnWILO1n2wNe6k3jYoukZNrdOPFkzJedPANcL/9NnTfht7bn/hL7l/7O7/xU1uXPl/lWTZeFs3EFGuvGRGFqxNFcSlReA+cKFQW5DsjClcjCvW6xaVEUXzgRFFUb3onROFGJWQRXjYRBoZWpeBD7xN/+9813vyB331mD3rfEv2/JUbQjZu63xLDvyXGGAuBf58fwQDGnx+9LQbQhz4MfgQbRp8fvR0OmGsbEnvKEgB1MCRma85F4wUgNj4XbcqcGkD7BcQT2NKhFotbLGxpUosBnRfQSC1/NF9AMBWVDAhtGKAoht5BO9wgsTxllo+SSN6XLkf2h+nBH8ktFkwLM6E704ENPCBlo0zSZBPHtSmNlBwrDf7Jq1Ju+m99VF1xQFekpOjf0kUmp6LCiziKJUcYhWCbFHkYBxYwVBkwVDEU3peqYwrt24toP4iABxifpr0dA+psb4rRvsoGV+JKSQMJZ6iyLxQZzpQUCyxSAqyCuuqEIGCiCiyRskgMqX4Mlhw783r2NaUeIAuflZI1k5Y+jVQGZOo8T1MGnCxlwI2uqZYvRCD37UV9wNX0AXvZafhy3lzoVBG1Bznt/XnW7TXdwM5DXVm6QYy60HIRgLcPJc3CSXDruvnVSOm0dqDxnKxQyNUZ36E+N+j/75ox6mow6vKJXLKNQRU2Bpm6Mai81BjUSBhjyIZr6yCswSCsmu5UXWYMkhbAOhRVqtPYGLTihiuMQSZeNTWklKvUkYY3iwoQ71rnOIffNtUfRx2osGuyrCFdyFzQhSxdF3JTupC1XBdi5oXj5HIt44QlJPMesa3mkPeI9a0C30PyMivWt4KEvhUwE1vkX1IKWX6ShTmHUbvMTLUriC28FkzA0hlDQGbxnAOQdwDVLgMmYOgHTOROZo7aJZ8h8zTa0EiqXby25UDE6jGe3gUjpXw5kSTJUcCsTFZgaWYC0r98zF463zLA8t9xLOdycU8lqXQ5RWUxSlGJ8WbeuREWlXtZJakkvyEDHJx2pPciuGhCoiSSBr5+6yvCxkK4XPjPmr+Arzkn43icNJ0qp5mJ0lj4FJwu3YyKYFWkkCurRIxcsMDGCbPV5oWlby3glo0Z1UdY0hFt86FJWxGirCzHfpwhctUFaMljQQQXSlTlCbPto3zxaEhQvpDtSq52Qy7n6ILEd9RGAUqs0FWCJsrAa39WpqBcdq4BNkobK3N7Ag8Gyw7257mPpGXc93/esd3LxT0zSmjqMa2UIlrB7ZryuRFW2nhZT2jK2w4B0UoJvDdEmWnFlrRCj4YbLEgnvFvmzpEGo0p7WHp7/gI9PhSJhJA2hK+TEJfZSJFQhasTGwdl2yPLF+3R8WaQzIMsrDmBTieBI2zwNCLK7CLJp4LkU1Elg7myRvLqdPf06T6UwUfiwWrCoYebXl606eXFm16SeGxOc02XOy2vprgDJq8NPUU6+raXseJMGywknII85EAhcSjIP9Sf5zyKE5cL9v+Z5yDJWJfMi1yCT+54a/VdjG3rjErITolxn6LIEll1AXfwPUn4L7CJZC5MIgAH0fn8BTCh8OmIpxT1qsAy07h/1rk8MwqccRwTsjtyd5KSBVgqSrQwT2SqBBNB7bIuZZx+3AG1cAeUMUJ530eKIBpwVNRy7iWQYXCxhSJmpy3FxRYU65Qnn5bnqoVZCouS9xj2ys74HN4872iyGqSLKofBq9XkX7jl7eIGuAnebv3SbnAZvG+LOtTfnpVpB5NcQzUrNM7seaJbn8rv0GyXWN77+6GZ4d4SVGg/3P4apwwfg4+B4Yg1ESWWeTv9DVLMs85WdWhZZ8nrIXfQA7Bx2Pcizw90gLRpBrJarcxWO92K/g9ID0W1Iy4ZeIXV9Kyb0ilUoqVMElAJIGPb+j52RYWACM3HKfLl2ErEhdURn9cHt2qozPrkE2LRZULbukyeCM4OV8XgNSBHwyO5UsNHk/TDxEFE8i1Vj+FXr31D1KEG9S+MRO2j9vPyFHPmvX7YM2R5X72UOBTlSiHIwBck4HaahFLuBT9qP+/T9viW4f900XEu2nvuZesS8uKvYy6I3UCCF0NUqd4r6h7nR+SmyL42CF5ECcdSWpZxN43evwylbWs8D2v42YfyPPTxWxu/UZmmyHXzT9VnaNmYBJtlc3kOZago3yScdmuxeir6ppa2rTNQVnTA7pnkKWKDdfCpg5dw44aznJeiOaek6pJnouORqJPrkQhQXfyRETpDZ6XjjR9vLsqLHaAcObMLJ9vn12KfXyfOerv2+T0qn98oIfLtn7mhPg9eOHhJWIokOLvxAjUoSihtW1tS3yBvPysuihqnPcYqbbbUkGJaFRWwoaKyczss0qA2Jz9diXC0+zLfUTZmSCwukvW/GNjFy8HFwh6vPusUKZPmrvV1Md51Lr2CWcxhvGtd3jW/Loa77iUxAgtfaIDmhiHDtTE5TqLJYBSaMNwnx0e61IgESIYnrB9WMgi/mtFWy2hrZLRlOWpm5d7KKkTRyWjrZrT1Mtr6OAIWir/iPLTxWx8KJAUdGOyTkjv8cA+AvQN9chMDUQb7oGz3RUlWb0DLNh4JRB1UG5r1yalMBFFbFxBY47lBdK4PFYjPwkIFcf8q1GR/L+pfg4bWvwFNrT+W/uL+RtQfK8/E/dvQ0fp3sDYSizaEuWDj1A5xGQ1hxALf2rYADeuMDnjK0T/+wLcBKyUc+DaacTtSubW2LU92qckuDdmludjFl10qskt1sUtfdunJLl3WbjAkT1+mL8tt4gGW6YwXqnmYRVo5ND36d7cI7uAG5MTKZFNiItMIg1sCjTi4xYtIw5ctRkRcdzvBfvaEpprSE0YzGReToKlRMV0DGCMzxUbKojqJGO4IZ9J8hWYuLNh7NL2jfVLJB3mzVg7reWCdZojnxeVJcuiHAZN93l89/PW4fASuenAT6wqxDbbHq6kOZbapRS1lMKCIw+/NyVfXm8dGlIE2/GOYyOF35MAGkuzrkuzLNK4kmeS4Ts47ezAsEG2HAxiGIwwuCEc+jGByTo3ljhpHWgJmzmBKz22E6AN99Ax99FwyrSBcz7sAji45plB90yxdCu1kZXBpkIyYTlFUSwOSx8fAngutA9Yi4dEjGo4obCj3kxGpZ1w3LGcPsBzOEV5EcpAJY4gxTs6YR4sp1//5HaeyV71cuOhIz/i28ox3TtnPokKPRTW5hhR65hinbAg9KvAWBpjDCzcrRAOV1Tb69zjYhopsGzx21PaU4dljH1es/EalQh07a6wnVM8VS0ZS4VxaSpbE0cQ5JjCR749dXUJJsqotlM7F8xcjPpgc/L558Ed4QoGgWENCsWBOF09tqmF9H3lhqlJXBGdPlc21orK5SBJtaEuP4ja00Z0YXWeUEdj79qwCbXQnDpJeOO+Y5OKOSkfwrCV1ozdNEVCIJ5qkg20L+GPrObRRGLM3zTn1P8GPVNICDFx+Yipk5O2Du/8qygdLapqO1N+jjUVV6tBG5rknLa1zsHAjBRtZGc9ot3La7Yx2WTAqWeAQrQyicFZaxpyss6hkqNz6kTU0/V37pYhqWO0GsmAhRVHJVPaXvANyso+YnNT1FvcxDklLaIVSayMQHjgYIlNk/2JnH7x4Sguywpea0iJOqS/3+nBQ3bjGnJoiF6fUyWq3ctrtjHa0SNOtaY/CV/6h0r0/48bSqi73XCIvfH+3+JJz+b7xkfKd8JGymvjyo8FHCmD5ZGErbBqzW8arooHMGxfJR4wbpuLWvKOEO4QCv/0youYGhtRsYSJxKO6LDoZLP21t0+8ORkyLJu5pNbD/f2s+bT2F8dNPW5/FDk9bZ2U/+yvzp63PQANEXMhXiI/an1PkLNA5JGd2DAqH2sNiuVTvnCZI+lBkTVCRinypPIFcDB02qIuYZNtPpmw/mcA0134yAfpHF5FfH4j9ZALR7R+RmGnl8SEKTOnFV6oWNLYtCJsczkdLmwq9BhTiHzxt/UWkqKetz0EDF/UZfVEb29bPoYqnLW5VErbIRdyLUdlSEBUoRlVLa1A5aFJ+iSJ6AZSjiqVFVbG0zMQSxIV1AyipWBahFSbliqXKN0EVLX1hRC77pYNmOM0oqjeRJeTVWehDvIEF9qZYYA9kgT2EbZhpQBbTO20bB4IHcZJdTm+yWKu0qNcqjevIxzd2oLKnqrMma5UWo9Lvy7s3Va3SuJe72Es+WVHJdSpVG3lnNDBuZc7spTF7z6Dt8WaSo9Uw5GWO7hra9jgSgG9dxq/XzXCg3LyVzZzxaUuxuNk2VkHCQPM+lV7Ytv4TiyxdlAe+tIvu0vj9DGOqzrb1Rfzfd8zXyV+3Q2Y0xlH9beuzIe0DI8R1o/rRylvL3y2iKC7u1n6IkPCPxTJXeURZ84yVItVHdH5YchSWHj2z9OgNY+nhm8sP31p++Hb+4cJuwF5iXgINJLzE8s+1ONIkrvuJmrwry1gbUgboEThRGWv2AkNvvg7tI/A0OuRhfZ5SR9OtZSgpt+Hs8jW5GcPuqja0oPm0NUaPP/aZ6bOzTIskcUDfxvOnrcrMCDubxmxnLoItA1pY2bqJ7hddol6K+sNV8ozt4UFK4jJCBzMU5wGMWJy3OKmLGD9tZWEZGf7HF/Qo0I+qxVJB+xq4XLLXZUTo7ppvkK45RueqPVWoqQldwKpxycLrHChRJrRI9de7kmB7tN+DodPs5dWFHu4rDWXzUGsOspv7r6cvEm4R5EcnP/aY5eBUVkMkceQ+AZ1s8slm7IOdrN4tX0dea1MhAXktvDZf7We/IU5g7fIvjAR2olfL7xNuKqKUnC1R4nbpXbZgE7bwCj4I2MS/L4xCkQgYQJ6oATrhBL9tItgKKHYJ+SR+25bBRt4z9rPU8Oz8aev76BvMn7bOoMEVOSelvplDN+KcpP4EVFWdNtoUOEJHMizRjm8QCnwIfDwBm5/HB5Sw3HmJarY3g9/Hh5ztvLplgLAuxYMuJOddQv7FNPn3YvLvJcm/x+RfVORfzCT/MhN8JUHwLrlce1BWhZKzCMNVdB7PWZfds+U8ETV0I6/wZGuQ2dpPthKt6DReWaTxTX0SkmcuEniCbiRTLMZ0Uzwk3RSX0U3x27Pm8dPNJ37pV37zt/75pX/6Z9/2fxSDmvuUxsrXRe9zouPDINjxyT1uy4AO3qA/8+a7BjSDPzM0fA7N9DjIl6GjvQAdUxzU0gCjJfFDcEjguGuQa0o2eAw0OGjH+NFO40euyRwoqLlQ7n4ZeLQzASPhs7JWkTmUFZntCERCKCsy3xOEtBM4UL9tJoRc2d1WEDLRy031WgIhrRwImVKK6wwhY6UYKYnIgBR/CQgauE2rYYLGbOdVaMx+HS9p0NVxlXyCvt3Exh+Ib/ksfj0w7GfJTN0gPzlcUdjhfzVomTWgcco+8wx5aWGAc/C9Uhviu5ONoiQtbkhhUDifaVmQ4bWkQMkytdu41COfJWl1wIgXJ+67NRdNmEBTnfGUdoZuhigCsSq2HUIxaYYo0q8Zgm9ozG4Zc85s8I4ZNu7AOtm4E+tkcIfWySDHOhnkWCeDHOtkcFfWyWCZdbLwIjlcOWyaDCLnOh52HI89zA6BxDD7ZXP2xwYbZ0Zzqh5HnBftGoIiAJT9A3MCbspJ0ASdAIdGR6ADnqwEi4hkk0raEYoSAsTb15BRo8WkwBYTDi8Q34wuIE9XoccgKJRGP8VXQkpBGCS8sKA9Cz84V4GIHggfIuqT8zB8VubjBBAc5nF8X7Nssf3QZuuZgXijjcLQyMAZPKABL0uPY254SWGYTymxOBPGKjb3TbSwAFUdVkvdlzIgJ43D6OXflAt1oucZVBmUFsyFXtpcWNTMhai5tMkqiMqLhhJQ1FfJnKibCy3UWsnbnW7jRg6gv2xKkygvyWW2OncPnyG21Vn5tjqXhI4qOFfkVUTGUz/2e+QnoZHKeh4rniWOY/H2oEhbrPKCKOBp8mwVbc3c2khGcPNtNP7ngbunjO70IExgNEQUc8bW0msWYV86CXgdi8JugPu4QkZDeLuBtLt7Sfv/a5rhLJHD78C3XwPV68KSXheiXmeX9Dob9dpZ0msn6nVmSa8zUS9Y0guiXsGSXgEkdkJyehlITaEHDnsOFl6WhoDCOTXG+uQe7ooK8EhfzcdurwztI7Ejmhl9vfbNb5H/fRY5m2tyPlZyRmIzj4CcIyfatyxBMW5E0oWIvPu4n0ZikT0O0S8C3P35RwzjuapBk8/gRNJUMaIpdGmOTGzMJHkByVhOSV5tToX1jZJd3nMuFy6yQbbKcNHDWA9U2Fyogole61X2Ya+icQC1fjdp668ptZ8xO393KBiJAtHQv4QWKwVWscpWAe+gifoqjuseh4QTRnVYXaspYWMqRFHHryoEkV12I1t/jbaV+ASMhq5DIG39hYOm7nYXqWsNe4e9ti+p2zSgiapbC1W3tm7rN6G9aOtvZCtqDRnax6sfyoKiZk2fAi/DkgyMSt7YRp5QSOhUpdCmhHqsqK3sXuPYtpLWyyMVJanO8ZM5KvyW1H9X2SeqUJU7l/iNc6rhxCo04qKpv4qbl7W0qb/mkw0fajODNfZgh+nIjOnIWkpHGfTDqv9h6Uiy92xaMjXqsBQ5UdXAiJxq6EDPqr+pKA/H1YBarPovoyUrk35ouoqa6t+Rqr8V0RR0pOp/TxRlJchCv20mRa3sbimKSvQqpnaP7pyizCRF1ZmiTG07vMqs6Scsu7DnXDYvcpicDTYHyllRoJyJMRPnR4JAhgqTc9gTwcDMn++YuNODbJRyffYJYprg4E61na0f+JgpmDy8S2DJKFjp6OXp+gG6cFr4MIx6+SRPnlJG4mIHO7xOOa0f4CMJeX6RrRymxLFyQAvSG9y1vT3rsinZcyXhz1XYdT+3a0Lh67u/Y3xt13jpy89JLwEJCaJUZgU9jZkpbQ6cSBNjRMBMpTEr6WnMPCil0peV7B3lfSEMXCRmnETM4qyZPtKKn2yG7GbKj5m8iIuBwS6UdiksspxMW5B3Z3SyZ3caLRArnb6suJCxQKVWkZdLpi/T6dmnlCbkIpN9jsWZL+U7ao1BViNlukzeMpm+jKS/w1wUPa8p31YFpbEDFXanqWA0eD+du47hgwsOhq1kubRDEXVlypwkPM48Xo2ELPGoKlQj110bCrpvE3jZ7jRV6U5DV6cxYqOGP6eL+4vuNPLCxPFdsJN6nKP04wpUJAupQAX5h5+MzcbjwRx8jX9UmH+859vFPTtaO9Utg7ejae14u0V0hLR2TfC+vvu/m7h+qmhTpGF3edhJXJEvU42FFvkyVXnwl4owTvMHLg5FxhTU0S0JjRSeKJ6XWfSUKkwTUId65KpLppOicmTz8hzZ6nIC6uAR8pfwSVQ45rayOAHywjQBZSjICZDhZe65LB6OE1BJMvAKM/BK2p/JDyucQDWyOtYiq2ONrY61yOpIs/KedZZ+IF0nnCmXnEjmSuyfYa5UZgnE7O4+FFlBpKTAZC5KKYi+jOVzKOlGBBdqrKIhL/jJ7HYrp93OaJfbTTK+19cURO+sjEItZJ1FW00ywFHyNooYBAw/coIfqMiBM7atd83gWe0gt/wAf4ZWYgXo1B9JjzX1HwH1k1dwLIo5lhd1/2j3QqPvSkTfFabvStpZ+A7ou3KH9F3Joe9KDn1Xcui7clf0XVlO30S0HLAe/ECEDK8ObW+vdNG6HLMXIunKrk0p1iiJH5qMKY2fbdmG6S8zpBT1qXJjQ0ptN6ARK6jNwh7UqHrIciOK6rXciKJ6LTeiqF7LjSiq13Ijiuq13Iiiei03oqhey00eniiSq1VAa+plGRtfRD5B40tjW0yO7QqzjGbmVXuEmKmbl0KZXcnLHMdezrGB1yiGXPhQUt7ENSTKmP/UoBbFKbnIJlzwmT2UwM/mPzXJf2pQop0Cdb3ka2l7ePregNrDK+HLlZTnsqct9TIUycxJme2hiFn2abFj4rySjGlWi51S+VTlYi9Q0qho27vHy43dyDPbrZx2O6NdupHLxV5ViV9onWfeWLqRyx1iX2F0Cyq7zoujsJ+zFh1ai/imvB77MruJPRc0tGGdKTYMmL7DBq+GsMlrJ2zxSgvbvC7DDiW9ELZczFnUhhYVtdLlurahs6zrhajrBbChvazr2ajrWbChtazrTtQVDX3NZV3PRF3P4G7Wsq4QdQWslLWsaxB1xewL9WVdjajr0qXvJJc+TSPYWIolsy4TX7+Xuv4jxwhsfZDuhBFYO1msIOYB9jIe4C8uRTuHB9g5PMDO4QG2zgN85AG+4gEep93JYgR2LiOIJbTatAPnbWH+LDkNuzxVRU04Ex3VNbZgpdlCINlCQ7KFpmQLLckW2pItdCRb6Cq2UF8u5TN5Qx26K/onGUQdOiv6J7lEHdor+idZRR1aK/on+UUdmiv6J5lGHRor+qc4BwQr+ifZh0vOgsQ+ihH7UNsvcvLj9cVMBKG+PV8GIjI4iczOUDyn8kFriLJIGaF3TSiSkQ2DN1FUUSbbGaaUqOyS91zEdSJHIdzrLq3iPJU74TwVxXkq9w2C2M8t8zKwGWNkvp7yMtCUvFpSyVt4w0jJU3uW/EZEDayVrfAysGMXLY+8DEp74J134k3QsCe1wwh09qFPVtpehpdBrB6WIi8DXT1M7OHZ0R5eMfYZUh5D/EAWP4jcwkMnCNUPU1bpzyV6qPP1lGUQbe5K1PF2Cqatks6lbCf+1YJV3DMvpwwufqRX+qxX+jkGFxm9uvw0KyN21dNCHQuROoozAgWWTn5aKpXjGEO1reDre/CZ7VZOu53RLvfgZXBjWZNIxUSEY/os2oOXEiny2SVjbWRTUd8/Jq0pfsrczsTmZOn4VjSoFg+qldTx/dSgGulBNbRBteQG8KqBtXIG1soZWCtnYK3VA2vk3T1jYH1ljFK09zH/j1y7nDLW8upC49+zoqT4cEnxYYX0ijxONo5YEWxKisi7FSqxYUHuZricGK3Auxnkle7KTUOtaEBOnIslR+sQnZzDdHKXd5IVKaQfiauSoEVbFiueVlamkDxCJkSTeRKxdlNo6wUqksE5Mkdq5MybHnjlH1DlHYm0WbDIZsEFbz3kzDLgOWdfAkFCYQ+5q/JLC5J+aQEEUUYLm53AlGtD3q5EIGVigI7PejGPGgRQy9iSiF3LCtGWhA4QMm2CtaTLXiW9SS5T+9ZQYtRIXNQjcWEviAuHidLiSj1KXDjkhKIMtAVKSab2oWq4u1SLfbZd2kiKxYUd7cza/EbSjnbdsb298mUnSkUa7bEWoj1WB+98fsRuVlEqUlHGIbIiIYwF/srkCeBjHq3gK6IOZWJc+2Dti9rMfPVL6ORn4VZ+CSz24jfB2qPODahhzJN70Aw7M869YYG9pypMoPML7+OjN3kZal8SrbncoC9DQF9FhX7U+UcVKlCVviGXwSeXWrY3Ah16YfTpwszwMXnqQVNPrBTt6LdpD9iMDJUYvN7B3f0u7u73dO8QhA8L3iHt7L38tsoHotz4TbBoLx/TTauok9SNMbOellSbPO6xnK+Fm5uGfYjuMuOYo/VyFnupXDiSXczMOSYzYXYgXXV/ZuRYl0qXa3vEqK+Yr4qyKp2HtTRxM9sQ9T3RULKwEXvr1yU6xgi+etyMVTTpiI2u1x3aRA1LYHKCCAxR8rat903h4ioYgHfKvm1+NWxwqlMJ0AImRA/v3o2+e0Le0sVfVyz8/wcmNFQCdg/qSId9qGPydRc/vnY25OzRnb1wiCraXtjaZfeOOjT2wnbsM43LFJ1OeuAyW3bAgya041zoJpKdnnzdgyYm/B4lO7VgpCdfd6CJ3LsJPZyOHvTl5jM0YKgQi3MJnMLqG1Ly9QZOYAMCorcO/uhAV8GbIgT70I2Tr8+QQWMx9AGYwZ8R3g9KxwqUwfVd8yWo7xZf+jLmaC7jNKGFoYFT8GzYAvddzjxrIIDsi84+bwBCRxrkoYLWeIsq6ri4lnG2miweWhgV1oYWgonuWbQOaQONKfWhtSewoBu/zZ7ovUJecAHU4sGvRyFPDjg0knXEHnUI8KSA39qHtsroG58jStFZUDpte/HXIP7a1y7rXBJ16EmnF3C+yWzyR0dYEgma0hBKiO9les5m9jgwaS171eae6EjOC6TZBDxI7bPqvUsr37vNz9Pi3K/y1dVpwo1f3Y1f3Y1f3c149U4E4z4Hjf05FHAU3n6b3uTq//Ivd370+w2MBmXSMV7hmC4kkmbYoIwCNsG3Z0Ubl8Ql0dnDGERo72Fk7HNOakjq0MUxaCOR9KwdnMGvif5ZSnwfcNKYFtRpleKcNhbGg4YS7UAt/NJSa6qnU0JwN5QQ4HBElJWkBD/zJWgifX6FlkxM3cD3oMfw5WPoD0+zWA8DtZJbioz16fTviZK72nQ286azI6IJPScBJa1295RtYNAUpxTj+ComVyhDEYMcy+Bh+FcZShj6VQZ32/ppCxOR0BWexzAs+vYZjMKib2cxYAuTZPXDCZTB+n7jLJRhQqYt6vA5TGCCLRNj137RuYzX3EaRjmGFZcQenqg/Y/8YQoLdf25c2r1lXBaNZ+zX8BBuFBBoKWLX2QcY/vVFKCOY+xFquY0tF4jn1r9NgwXBt+V0Xv/42/EG4tuzAMoYZgVFPRazk5h6djshCXlG1M+K0nNUjth6EeHxaXvnGxiTR5KzFcU/7ogG1ovqsoBq4MbmMCpvvPe1cETSKhzTAGKi/G3rqhXSFJ7l5MWfCavQIBNZFTpxMngXKiQriqdtI/hd8xq47Jf0s+D8bPA7pih8lKJtGtDZEz0lLxp7SLo9vAp4c3QiRq7Aqcp7zGTqLxJv6zJOo4TWRYRfaOiStIn5xpEXwpBVtCLlWkVv9Tb5zgWqJLVwYcIp0hQ6p4OR+rV4vImqaRPaKDLbKl/gmLBU8rp0z8S5PtbkQMUogP4lrCHahd4lCN6gktxNNFuSv1hPMtyIUbg0hPE44DINA2ZnTSUbIlmTe1r823v7o7an/Q7exsIf8e/+2x+1+4rj1FVJlsYlKnRKDBlaUczsZ9GcVjWHTAmexCpYKrDFM+RBSxIFFD8NdF8uKtFCxTlAxbktCa6LinMDyXoXt9rarEB3UYHuyskr8hQjiZUoe2CUvTneucV806+L0lyQGwf38NM9YGWPM68vu0sdFWd8RgcJQfK1hpy7QzxlHbFXPaJ7VXqw9WKVqgYF5EWIA85UEV85SF4Z56ykksMnSUNetI6kYa08t0hrKR4UPOjrB4NlB/vz3EciMmqpIN2Y/ZDTxWd90r0QbNBSjYmiI4mirYiiTsukw0TRRqLAhdOhF2vuc0pJTHGsb+4lExDxzHpUVuZQHeGwHbHsjAfe8o5NJBl8AwenvJ0mmSav20NchlB7nVh0gnIo3rKoGIAHXhxXefvjEYGo2fBJAwKqBPc82MEZGODRgZS9gZS9sysmqvD/DavwhSNT4a8fvwrfPLwKz/74qPUn9ffYI3+Z/p6ts+vqMtmV+tIjP9bjoS898u9Ji0+q4vptM7X4ld0NpcUnejmpXofQ4n/lFyyndbm8F1w0MVHomVdFactQ5adKCuSBicxu9xbWPX7GBijNDIxPRZUcM4V0oITFfz382L1l4D07YELn3Ai7b/NRzM1VOmX3n7GNTWN2zX1VeGTZpUSm5i55KZ6ygxdHXH4VfXKt1D9ZjLWoCgBQntQtTPj6EeN5HGWS8aVTdoBwz5Ps3Le/CBal0oNXhU339E7Zr4kOfvyYICjubVtfFKy8zwwsl6LdtANd3GjuhObMpMSU6P3xjG3MzNCaofG9yzICk8xCl7Ou2zQeMyu06KiVcTSY2Xg0NFEbRO2+S7uHWAmGI1KMmfeqMAhR0zjNzLlwZ84PUpkflxcMHwVrZi05ZucdQx3fAOe5qol834YeupB3qAbPzAkt3NY0oLBtfQadsrctgw2QpkXJoIQD1g+iCweSFYIXm9PUyn64GCxwPoV7RVaIKwMdUIM/R3U/8S2DT/hgogHiXBXr6aEeqIYeO7BHX+bguwxi5/wS0TTQJPTwDPw7PxIU5YDde3F3npMO21OwA81CqlOgpiTrCvoIVVZOWFENfHFxwnKP2XnH/JkBDvqmxzNT1GeGOK0hnE+ipxTPSzE9L5jfxQLn01UTLD9nPnDnlezClbIfragL2oo6m7GiPscr6kK0os6uV9R9WFHPxTP4g+sV9eBXVPZ8xCuq5Cfk1PPaqno2Y1Xt8Kp6PlpVz65X1X1YVf9qPIt/fr2qHvyqyp6PxKpSK+qMtqIgY0Vt84o6E60oWK+o+7Ci/rV4Bs+uV9SDX1HZ8xGvKG+ZdvWeqS2y75gZq+ymycvsPTNaZ98x1wvtPiy08/HE/uvrhfbgF1r2fGSKrhv6srqetazelcvqRrysrq+X1f1YVi/H0/i59bJ68Msqez4S8kuXWO/oS+utrKV1TS6td+Kl9dZ6ad2PpfWX4qm8sF5aD35pZc9HYmmpZXVVX1ZXspbVm3JZXY2X1ZX1srofy+qH42n8t9bL6sEvq+z5iJdVcZnG9a6lLbR3rIyFdt3ihfauFS20d6z1QrsPC+0vxxP7xfVCe/ALLXs+MuXXNX1ZXc1aVm/JZXUtXlZX18vqfiyrfzuexvl6WT34ZZU9Hwn5pUusN/Wl9UEWNLwil9ab8dL6YA0N78fS+nI8la+vl9aDX1rZ85FYWmpZ3dY1rltZy+p9qXHdjjWuW+tldT+W1b8TT+NX1svqwS+r7PmIl5W7TON6y9YW2pu2XGiBttCu2rzQ3rKjhfamTQsNpzS92HDezlEkpFpfcn2Y6fXxemq4ebCdmfVJTiqwSOX0YjGde0QDoYnkcBx0/uPxuP41bVypnEwOmQuDRyWPyA9J4NqLVbTxcsDB8XL08Sqq8WIic2IiM46UyHIGA4ksSPHuKzpJ3bYySOoDCYmuxCR123ocSOpiPIqXHnuSyhmMiKTcJNJ+X0fa72WR1S1JVu/HSPu9x4KsvmbGQ/mT5mNPWLnDoZOWIqubOlndyCKr70iyuhmT1Y3Hgqx+ShvHr6/JKnc4IrIqLENaH+hi8f0spHVbIq0PYrH4/mOBtP59bWR/ek1oucORxb9u6WR1M4us3pNkdSsmq5uPBVn9B9o4/odrssodDp1/6RzrOzppvZtFWjckaX0nJq13HwvS+uvaWP6NNWnlDodOWoqsrutkdS2LrN6RZHU9JqtrjwVZ/U1tHN9ak1XucERk5Sz133Z0/20ng9BuOtJ/24n9t53HgdD+M21k/86a0HKHI4t/3dDJ6noWWb0ryepGTFbXHwuy+qY2jtfWZJU7HDr/Svjv6qT1VhZpXZOk9U5MWm89FqS1r43lO2vSyh0OnbQi/1WdrK5kkdWbkqyuxmR15bEgq/9CG8f/ck1WucMRkZW91H+zoPtvFjII7XpB+m8WYv/NwuNAaP+1NrLX14SWOxxZ/OuaTlZXs8jqLUlW12KyuvpYkNXPa+P4C2uyyh0OnX8l/Pd00vogSzRekaT1ZkxaHzwWovHb2lj+4pq0codDJ63If01HXLeyyOp9ibhux4jr1mNBVr+kjeMvr8kqdzgisrKW+m+5uv+Wm+W/5Ur/LTf233IfB0L777WR/R/WhJY7HFn864pOVrezENcHUixeicnq9mOBuP6BNo7/cE1WucOh86+EH5eOuN7LIq1bkrTejxHXe48Faf2aNpa/viat3OHQSSvy49LJ6kYWWX1HktXNmKxuPBZk9Y+1cfyNNVnlDkdEVmZMVn2NqrxNY3bbelUYW4ZM6EvJfDFF+Ncv7c/OfGl2pT8P/oUZNsGYBfPZdS4IZ0ATC4cZWDgMkxo3McPvmS/NhfW0VaGCcB38LQrUElBLgcptIV3dsOZYb8zDG5n40RcjpEsPq5IVbUWtRQcn0gYTRliPEAfBjKfhBjo5UjLlDkatYCHPTtxRm9rvcEdLdrSijjMby00mO9/kzjZ3zrnie9zJkVd0cm99izsWZMdCbsf3rYrlxy9LeaLzXxEPd/JfTB5Ovgq9rH447yXk4bxHl4ffJ9KnqQSbAk0ssJD8LUn+NpJ/Yebi0uZuBS4oGB23Vhy3Vxx3VhwvLDvO68HcdS/h27lYXo16heWZgSWQ4rIomAn7LQuyilr7zjWLZ+o6FWyohPQRhA4X2KtSpZMCl3fDfNtY6n1g7RF1u1g6x1T1hDhBtmUalo9HdoQJvfNYrwPMN7DywMCnIh342PhQftiH2mz7VSzPhA2eKpnVhR5WvXK3rX7oc9p26O4SG6tCDXONd/dFHYb7gvO1v0Cp2QOVl30OdVzGlJWd6paYUDhohMAvb+ql/qayQkAVpgcV1zAMVx+a/84EOPi7pgjjhO0dVfuKc/D/yU+c/tFPdv6fj6vPgz80hZBZ3KsQHoxMOk/ILO5TzuJu6Tf5u2Y45aCpDpiUxd2EbpzDvYNv/jVK417FAXa/BIV5lJd9GGVc/4R6BCrm0cGE7h28jmHf0YlVuVST/Tu5/WWSd65vwdMYqGm0MBN/HRz8wAqKlXnYAAc/KuB+xHieaw4NowmmrPwN6BLT9ecQfBrq4EOFy4HgTApTr/wwxgIAE55bFI5nVeXF5BQjuY2RDMY42Vk9qHDRIQhA+PNdWpeOmlpRkS0W+NG3itargrerJOf7Li83Pag4hmE4ecQz5kT7E6KV5e8zXXiA6eoHkIRpYWEaysiPtIkr2/6aGEdVwDRKE/7CxZC4QhOGOH1D9cQdLEBiHuJsB/zZmbn2jBXtwC0j78hVc575KE5EuUgiMdMBjekQTQZElaKFdNmei8YLUIcKtOeiQpQZAFZkGe6LNheMaL0AFfChTT+CT2OXOrRewMtElHwInnQ4kqws0FBdG4Q0xxKhZE4W1OcQHglbSs5aJXl3ndMsMqY7OtVZYE3pMzqpMxLMCQyozV778hxqM+/LWHe1/wwmOazB4BlMHVXbvbxr4Ox/BnpU63T0DMY3Y6VHg9JwmGDC4PyI5Sj0sfUat/bPjSiVh+z7juyLre9Efa/LvniF6xYUJLL4JNUQ37bOUpkOrmD2DqEoLNWGjyMsrIZiqPKr9MtL/AoSv/qJX5D4tY2/ZsYnsc5XNhY4ixU5v9+4mocVLuS0v4btf/Vf+ffO/JPdf/Gn6nOxJ1Zmc26ZGZf438yDl76LReAOrnN7yXXOfBcJ7bx66EtdsfIvJSs8v2WJoZr0V2Q1StKduILgdQtroOHshxMYik7Y40I+GKK+84YYAs7+8PxI9F8mTmlsW23oQecNUjlQ02O0VkAcNNg1XnYyShOLMNzMKFi8ldE2zWiDjDaR0XYio+1kRtupjLYnM9pOZ7Q9RbretjWGHgxkHdQCDHbtvbCHhYa+Hm4gE2YM6n64h8LegRPggrkvyqR/OgeGDWIbClBWtX3FE7Li9Ak4CXg8EB8B1XYSTlGbIb4najsFTwFewYSeZP/6VZ6C0xCffxqehPjMJyGUZ25knBnCpnbmJmxpZ27BVJ450M7clkenAPARUL8ABHxP9EswbzdhwLzagqdkDlo4jc7o+OVJ9DHAL6FM9gebB779GliwdeDbF8CCKdcGATjgquLiu9c4Axac4FzscJJKQlpwiupkdUWPIEDYRb78MhfihP651cuzm7c8p9l0FZE6YgwmdWc5cedcyN4BoRNKAQkFHI1MwmhAAfBoAGE04FNqMaKWqRr0rhp0IQcK5EBNaaB6bFCStUo7MDkHfRiff51KSu6A8RHjqsVYvkvMFBiOQ5/YJDWdzeC7AHDwB6aIXvTZP6c+D26bYjr7voNfMwEgWr3P/gP1iZXO/sAUU6B/qHOpr5XxX/k/un/vhz/2MfWJr1r5n/af+fE/Pv33PqY+8Xxsv/WP/u8z/9GZrY+rT9Xumb/4V/6rX/jax9Wnav/P/8ef+NNf+dXf+Lj65HaYQnT7wue/eOnbP/4nf1Z90mlbH71x8y+/dPFj6lNdrvOnf/0Xf/WPf/9j6lO1f+E3f/r3Lr93/uPqU7W//03nN71Xf+7j6lO1//5H/98/2f2e//Pj6hPb5aGsGnG/gQiSj9z+mRvq8+CFg5eYehgE4KxdyJGWZ3C813P3cM2d4Lm7IOfutay5Q0hkOMZ6+h6+6Zvy9L3GuLJAhkmsg+fKBpJIJIcc2hjZvfxTWCYWq1D3oUNK+OAs7wwAsNFDfiVRaCpRxlogTCGE6cGnDl6SUiA0UaFDuDrQSlKbyXNF+bsS5aopQsAvF4SgzzNikz4NgfJ/iy8rprAZfRPRN/2mpH73lfpdwIpdZWcHCmSuJHsg1uJ2qQAggsL4dabpF4IyaqeX9uf0pXdpf35QNIyDzxpGloqAD1ZN12mcPXvwa+bs2YNfN5EPLoyP/qi4vK4jEiLNAWXtskcLwTxois2D3zZBwObBb5kHZw9eEpsQDVDqDqioIlRaqimJKetKS4TreoU/tMIVRShhJFrK1iyYh9XDrGhCWDGtVVOrWkC01Fau6uriqhZyVW/KVb0lV/UJmMKJaAUvWd/LVrV8yXhx9+XiDhYXd/V4F/fiMOlPTA9KFeSdG7i08ctVVHT0JyynnlDQGt/CNb4JW2qNa+xwyRq/vXSNn1kCxdZr/CEGYRJq6csc5qF7F8vcTS3zRdGRv8y1c4XFy3wTLFrmW/R5RpygT0OchCmcjJb0kgW/fJnDPLS0Zb4tlzncdxmeL2F5mdOD4tK6iasbv1xDC8ayJ9ykZX4Cl/kWnFDLXOOPS5Z5roWRlvnOEtS+XuYPLVj3kdKDXeM8WT9wwZEHieAd9Lko6BYXNKVgM1jqQADML+wgOmDRagTgO+CyYXpK1Fxni0vV9DMsR5uZJtATyGuE+TIxBSZq90u4g8J6xVxUiQdMs2kMmMamAIehMeD/HgyNRf89KjSGLGOfXS4M4W5bW8RHy5z4FE16NKjh1EfeEwpwsgyPMLUu0i6SPJlcPrqkQApSpMBkxkraVJd/xuz1hwGWMdNY5wFx8FumVHtAHPy2efDn/Ry2hk9clQZEMqYWmMiCPEYWKkYW5hKZmto/RBWU/j0YIgshuv0jQmSwhL5wPEPwcygLllJWX6esIIuywsNQ1g2Nsq6upCxAygLFNomyXNoxCbMp6yRTVggncylLzeeasu6UskK5L5JFWTieYegTOqKtqy0A3ifKprXQushQ0kIoyShS0loBoSTTGh2Au6a1mxqtXVtJa6EPLm04AWxCyFteKSyZIW4PuzMZiWXDzhqPXEHN2yxEuEtRYXg4VLiW2HeECsNsVJgtyaf6injUJXnWnoIu29m0hdR1cimSPLkESa6F/N3S5ckcukwLf0iT5KMp/JcQI8EBuuDOEmIMFTGGa1xw34gxjRfCNDF+uPECmoROyF2b22qvfUuaeG+rDdxNaQy6HW8JYkxCgE6pWP2Cwo3JTGjuWueq5i565VvhAJ0u2H9lEHYxOBkQQ7DLCfT2hcW+J2DpoKLCpsGz4UmyPeyEp9gyGD7JtojwNH0G4VNsKQy3Uc65ckPy8M4rGW3hYbETB4IB2yxBfAScg7LtiRNw8uAPzMj7iE2bgfgeOAGn4gOb6JBC9o0n4AQ8GR8IQQBfCnc5TscHUAjhRZ6Km9B9Bk/fjpumYM3OoBXR4dIvoZOYarbpYPAQmhIpXuC2ZgWiA8BPzAcC7YDgN+UDAAX0e46tSiHblRLXI6vSJtuVEtcjq9JW8nrdsIfOzZfEICYuwqEVm6rFYKjYoh0rg+hvZ9q18joGqY6Q1xFoaI/x/tLOln//gcgdI1/Z6M1d5xVah4NdJ+zhqIXd2PNpsB8WPvwunCkmM9gXFKIUWhqTcD7cwyCZ01Og/Datg7LdT/hapj020eMy7bHJfpd4bnAH3pYWMcInEj6WTyR8LJ+ImNoJ2T/2yURv0tgnE/1IY5/MU+Age3PAkuzNSkmyQpJFnMpjSiezmVIBTkgmoC/5gryeA4JHKM00HQAezjTTLEgHR+16GBMSX3Ar74KbeRcM0xfEUJL4jZ/Me+PTeWz4qTQbHkAX99J6aRZD4RYvV81YoqcWWlctNOfupLEkWilnpBDUvUetBe9RK+U9ulz6pahjmjdWkDdWKREodzi1cToXi6vuMYurleIi/XQyiptn0Vg2i8swGYQS0oRbEnudOMrZhs0k5JFTDltJ2CPnHU48EOiTPe/WQzzvPkSBIjJ6HdUTfPQeRiz2oYcBYB0E5GWc9MKrYRUJ40xYw4+nQn8mHf6C0EFfdIwW+qsz5ysY/mt+meL0K6fts+H3clhunaN+KTh3aO1Aj8MvezDcCwd4xe3QlQFtPY6idWGA9CeCOThQgCpH0YKDQWEue5NDwGGX33vQDqe5sWqh9DGQ/v4c8pgbsyZkHC0Zhx0QMjz2tG0cCBOmB3/EsxRmh6OFKp6rQyTWwejiOCCtC32KRks+jR73eto24Hu/hXFh3ZDj/TgI7TBnuEzeXa1jN7OjfMQeS0gfhjTO7hy+ly9Tm0PltA2fUIo0BdFyMBjYn6STZEaBEdNOM/h9jP2+bc23DB+82TV3vmVAaXYGf3+1Y5cuVy6W9zaN2VWHUmpgAcynrd81McHE0xZGsBFZgI2Rcm86YMPwGUw1S78/sPn3bRu77bCl6Czzl8+ERWx8ljV2CD386FNoOeaZKMBQTMKBjXkhKgc+WnEoHtGZeV8WGLl+w5y/Tq4cDhKm2NgXmPpBlBZjiG2wyQwk8Dq38cmr31WMb5pgz26aczBex1QPKqaPO980Bfa5akG4H5Z2jXBMinFIkegwDEfWDpTiYPQNgHNVAz8oDn3swwZ+jjDvRQ0j4PFe1/heIwq8hzpeHpuvcvP4mejm10yBJ1235e+rpqDe+DvAA3jadTqNggodKMqAQrzCCKb4d34kpnJCRjDBv3MjMeGpgTH0McTi3Ej05SSNYQADGJ8fiQFNF9/5uinwhjdtcClBx5B6D8O+TMoROsRJnCrnN8FpiybstdR83TbUfM2C1xNT5udN2Ws0Y1csOWNX8L2vqBnzkzN2hWfsmnXPk3UW6cJIz9XOd0lu59XUTJ2libqhhmuH5umamqcLYCNCPP5pukCzdOsQs4SEY81ntwxKUDKBPkzxD+9wPsRI0sF5ghH27JY5x3vtXnFQQe3TIVEYBZ+EAoeBY9jpKMRDk3PxOWGGdAyrGW21jLZ6RlsAfTGEPj1HH/B2g3PCGXEulMgLriUDg9rS+bVDn0HYjayBELpoy9sKixQqFXr2DhQl+yxwbFMD2lAAj3/0NONjQiyLSra1t8nW3go0c629FaB/aO1VXx+ItbcC0e0fDWsvjlgTqogMqxgrD3c8Ow01O4317BzH7FSghrNTgzo0oQCuWlGtGNPXIcDxh07cFKhMDaMohD5lmYZA7ttwy1WMmK/KfUVuuoJNdWk+56ZrJjE7H2xKcD/M42pDGMDwnDCQq2EOLU7SZc3o71OjsEg4xMYC46HLuMAKK/TltkWJawwocuqqCvlSs5xCBYxlHyaiwi8U+L89BxKGDtVnfv005d85MwcHvzIK3LaeAmMun9N5XTin7dfkgTN4wDltn01AuxSDp3xXM0wyZH1qNLNelU99Sz31FTusRviK34sVADd+i0C+haHewkJ5Hb2IQy+C6by8LwtLvkUwByt6CyfxFtbrwjptXzHlEXoN67R9Ies1LHoNi17Dnl11EIL+jb5dulw/BATd0CDoRgqCbsQQdDMLgm7lQNAN1HcPDUHDY4KgWzoE3WJUsxFOkqgmhE1ENd/VuRWqCfFzkgVBJ8cMQScg8O/8SAg5IROY4t85QjsS24xgRNhmFGEbwL9zIwFLIOgG9d4IR0cCQcPjhaB3O1kaBJ0cHwQ9ymlKQdAlswR2ZoKPK3bOgdtWzoFbeQdu0oGFzBy+cyPvwHWLuZVAb/gRCPzDVw6eB0Mi9RENyzh4AQwYs2AJnlfrOsNSxozXzk/7gQ/DFJ539s0lZ1+3YIRPcdsWE124TWBCwm1Cjzw5j8LtUyzc6BWOFamPxAaM6PYjIpwxIfVJAqk3eS86B7GflSH+Qdhbgdw3dOTezxhBDcsP8tAiwRPRyIaMFYaMDaisIeORu280st03cCSHCuhnzWoP8iezu57Mh24yNb1gqOsFzRV6AZpkxAZMjlMv2ICxzjrHMCbeNYYNGMPGOY11rvWCh04v+L22XbrsH0IvGGh6wSClFwxivWCapRcA6wWltF4wEOOwf2i9YCJBpnfEegHsh96ugeZNaweAoeaAdmi8GGoinKsa+PGGtHJO8HOYpRcMs/WC0VHpBUPYwL/zI7Gh9gpgjH+IrCTgHEEPejA6NxI9OUkjsj6OzpMVNFcvGFDvQdg7Er1gcg96QWmZXnBvk6XpBcMsvWB0JHrBUU5TSi9YMktJ0zSmbdvAP7wDmqZ70NeZdT8yCffoEJqmPy1N03iuMcJ9UBgfL+DtiQH06Dl60KfkXqIwEsMMwAsS8J6RgDdAwIsA12GA6yCyRZ5bgxY4cvu0KKXlnRo7a8rYWVuDnaMGO6LLeKYKHbjjiamqiamuJ+bIJ6bCWkMdXCjqMBO6GtBsQBubKhHQHCDQHMBQAc3qIYBm7RBAs6ABzUEe75LbWQbyrjXQfDiB5h/37NLl2iGA5kQDmpMU0JzEQFNkAc3NHKA5ERuUK+JwQBOOCWhu6kBzk7HLBE2cOnYBEIhdAITCLiBtm4tAc3zMQHMMIf6dH4lQTohS6gjTSAQzhCEhmGGEYKbSzDddAjQn1HsSDo8EaMLxAs27nSwNaI6PD2ge5TSlgOaSWXrIDdBTGEKIf/jKZIBmPD6kYRmRAXr0UBigh9IAnWNFwUcekwH6M9IAja9wrHh8KCYwpNsPiXBGhMfH92KATuHzTEOzAxMdr/fX5uZHxEIpBtLWnGlp7q8tzY/KPGpm5kEa/y8zM6N5RUxUoZCjMzPr6H8CI51BjqItMnb30xjkGv0/dOj/P/bt4GLxsrmH5afAesXZ4ZJeUpiUZRrVUIWahxUpVqpSrNRUDri6yusacOJdZQdqsJzpoJzpQQd1gxZ+bIV9/BiTD3QVBlzWTXSZtJ1c04OdzZZKzJZsKOWyJYJSYCNbUl8fCFuyIbr9I5KkpgRd6PPENKEBdzw5jpocZz05x+CdGGbgWGhC6eAPTesitDJj/21oQQc1tCG047woLfxhwDAd65+VQNJenkAytPlqfXU1/hksXvyHl18qM0UQamyUTdLBbJIBODKbZGhjMg7MN1ABZ2mqAeFAAYVkAYoYjQI9yXigHAvQIlYixS9YNdqBGprWbHnMUxFblhKublq4eovCtbAoXIsp4ep/1bHLF53L5h5yZML2zINdxYOLkgd7iveWFO8tS6Yrk5/XOfk5ilJf8tcAqtvWWGWLyFzFYYUy7NjWRex7VtQcNNtXTxHiqMfEUsMfBjQW59NZlRiiBDbOURlsniOutkjatgMVKOTNWYHirRzMFUpavEdvA8Hy9ynkvUlff5Pgrt7E5TcpRm9iq4zDSGCQp2EKGxzih/wmF5LE5P990ypctC7rBHABr0zT7kpNzpGTXeRZ9hgwyXkuYSHV5fOsj6ZwZC4Nl86D0qozbXo5PNPOeP6frNitJbDCVyRdUSRdle9Yk+9Yl/AiUCTeUCTeZNLuy0FoyUFoM8zoIcwYQg9hRhc/tsIRfozDsb0DIzk4A17rhUxtdwA8bMJdruc62bLOZlnnxFO/lnVHph85uZ44YQd3RnJZgE0szbEuQtfZQW5Pu+DQj7lZF38YMLlz6USI6LdMaCqJgw59mSILBUhMdZl0U1jTzTHQTSGfbrJmqgNuXoIiTcHQTihkEFZfJ6zgrgirwoRVXQ1lBjCUTAv8GL+UwAaPwYoDRUY0ZSplHsSdygtAxksDmfIikCkuAplSGsh8ULbrF93jUC5bSeWyjVy/A23k+k38GIdd0iq7kuH37lKrLCjFpbBelEeuVRbWquRDNiPILbKZWzNHiWySwij60IolaRN/GNA/GiWSrtZXV+OfweLFH5gS2VGaY0HXHD3SCIjhOuCyClmCQlKFLC1w3mKa85YWOa+7yHm9NOf9v3y7tYTzHgH+7mXj7z5y4gH0GX/3kRMPc3aVhpI3jxQYX6PtRwNtE9QuHBpqI6wWYwRGMdRGlATjo4DaS4B2eSnJlNckcwwkU84hmXImyi7ko+wsQVTOoKm+TlPBXdHUnaBsxax0lO2BrcC1xuvRQBLoUPy4eP3/3LaLl8uHcODqag5c3ZQDVzd24BpnOXBN2HPLi7a3umIQdsgRqJznucW15W3wFzyxlEPXkL2DlrhzldlDK/LY8tm9a8Ihw31yApqwE1CXakJpUajo0Y0JUmBMTkB9n6Lxw54vt+J0j60eP2o15bHVT3hsVVIeW1XlsVVb6bHVI49y9B4fyRnowQD/zlGqE3IF6kMb2tA/NxJtOSt96GDqs/Mj0Ul6bNV0j60u9e6G7RUeW+Ucjy19npIBwJoj14qpeo1m6poVe2rR1ax7niTNU0ubo9hTq697alWSnlpV5alVW+WpdZTTc4Fm59YhZicZEjCANozwD++AIQFt6Ogb6x3o0MZ6h56jQyEBL8qdeDzXGKEKDANyQcpwH8oqtFA5rIsStEUX2nT/NuBtOuR61EPrNE24FTZ45x4RIu19C3L5dJBxbDE3GYdFyhfWJdxnMCutQwOZIf9o5aqDOcI8UMI8yBXmZaB/KMzV1wcizMsQ3f7RyXsSgI/Sy6e8J3c8O3U1O/X17BzH7JShwvt1VTDAUespkJCjivtaNLTsOyRzLcrcejZUpM8NIwl06oSa9L7hJvQMBV/6uHDTLXLUld4uEpXYCXegbh7X6kIHuuQO9OLh3YHKyh3I192BytIdyH9I3YHKyh3IX+YOVJbuQP7D4w70Oz27eKiEiIeMOt1gLOkxliwxlpwylixq4abDcEQQpaphSUNNn44lazqWdF5HEA0mAZTxvjCWY8lqCkvWGEtO9ym9Z49gylRFLvatHXBjmIJO21XMjLHxhoQnYwlXUljSiSCJr2NJJ4IvOVjSV1iyrGNJh8GKASUNrPQpOd3kPCXSe5OhyRD/2In8CsOXLqpE50aiK2dFQhzOdKJjyTJjSS8RwNhdgSWrMZaM5knHkjUdS9I84axKLLliql6TXv4xlqwpLHlvk6SwZHKOJJZMztAClvQVlixrWPLYp+cCzc6tQ8zOQ+71P4IuTPAPX5m8/rswpEHAYemR13/vofD670qv/5yQNnzkPnn9vyS9/vEVciB3phd/Rlsjo62JKjZ06bZdIpjeOeGORF9B7htW2FLYuy1fOewoEF7NAOEFBuGYtLeQDMGtZVpoI1juL7fN5kSDllU0aHmN/o7c0FZZlpOkzg7hWbNahfzJRNdx4S+dTH89mccwmX7+ZPoQsCt/g0wWtBzLUXxvA5pQ5hklxVtG+/YVxA8WIX5zEeLXFyF+Iw3x3US8b09njr0oRwCbTDTmmIL4rgaFiwri+wril3Vw7EuIX9YhvqGQsQNFQsaGsmPpEN+IwHERwbGjwLHxujAkxC8iNnbmYNwpxHcUxPcVxC+nIL5Lb+HEbxHIt4ggvqFBfEvqKrZ8lRjiG0lFxUq+BUN80lQseo1DQ/zraC4uHQLidzSI30lB/E4M8UdZ5uJx2lzcEf2wfa/m4sHdmovHbC5m9Dhm9NihWkOaJXJAKePxQ6FHXE1hN8tc3M02F/eOylzM4Gh4nhAjG+wBsUefc2VLDNmCFmHIVoQh0TLYO08WylxzcYd6d8LWcZqLB3dtLr63SdLMxd0sc3HvSMzFRzk9KXPxktlJmov70IIh/uEd0FzcgrbOlduRubZFh9BcfE5aavBcYxTiof7xmItbogMtun8L8DZtlAqiq5mLA4VUGxKpFhipUg5EpMAKBFCAjiwAwbatOzVAVpQBsrJGLUeekKTJtkfclL/jifHVxPjriTnyiSmzyb6K29HKKNzMMQp3EDF2oKsQo38oo3DlEEZhQ0OMnTzeJLeSDORNa6Pww2kU/kdoFD5MKsK+hhj7KcTYjxHjJMsovJE2CvfFAF3H7s0oPLpbo/AGG4W7BEY2GIz0ae9aszdieHMVbVuTNyQIGWU7GMS2xbRRuHtURuEepYXDyinj3B3sLu1Xd8/RfjW7fTCQYctkrlGYq7P0w85xGoVHd20UvrdJ0ozCvSyjcPdIjMJHOT0po/CS2XnIjcJD6MAY//CVySjcgQENwoDMxC+QmfhhMAp3pFE4x+6Bj9wjo/Bnpdjr5Pth3JtRuCP66R1VV/PDyDQKVxXUri0YhQlq52QX7+tuGmsT8KNiAo7svxnTWlti/a2urb8PlfVXN/1G3h35pt8+Avl+7N1xPKbfPnR1FtiNNqjY/KGxwLXp96Ez/f7Lsl3LiMrmUJCyCgXxZQhIRYV+VFXoR41DP5oy5IOzC4gWB9+1ENM38GMr7OLHmEq6V6An4zza6xi8hzEGrw0y5U4A9XU43qOQ2SWg4BvrIjRygvIaFIAn+tCMY24a+OPIgvLoanFQHv08uqC8ahyUV9OD8socqOGvDtRwVdKWNnRUxIazGJpXonD74w7Q+D3fbuSy3VTs8wXJbSE/9rkrI+8akg03tQRbfU6w1eYEWwNOsIVWlEEyELqQmTCoFwWR54LExjoW76HLfNGC2qEyX7SdHVwPZGyBbswa2vjDgNFdhE7VeUUGKzNfVNeZLx6JzBetpZkvMGmo4hDZceJpGuvrNBbcFY0dOhR7adILN2L0x5fv4p8ivnaPBV+3NXw9psC7CnTWKRMf5pSJazT9sCW3KGrKTgb/Kq2G1L0MSN07UkjdS0Lq3sMCqRczIkb5Ez2yNR13VsR/jCjaPTIU3clG0V1OU9tlFN1FZtvPNJA3oZ9OJrfGzI9I/goEzIVDA+YuZ0nt6IC5k5kl9W4A8xK4vM5f8XDnr2gtzV+Bm7v5ynY5g7z6OnndVZ7cO8bK2akr7odR5P/rO6XLrYvlPfPSpjG7WdDcSv6hxW4lNyx2KwnZjeQ7mHQ0fMa+UeDf78rf1wvsVvIEu5UUE24l21x4yE37I4diS6t8f8VK+blesea64/GJfVGeOehNlOOdcMUi14CbqowNepTMrlrkh4pOWIkyNletpCswOjXMrlnSidaZea/n3+iaxe6ilixZQ7vp13NudN1SxWq290N/1wg3yVNimz0lwlBYO+DHnhIn4An0lDgBT5CnxKYPJ/BT+LLWzS0z2ocAwW4NjZSv9mbsLHGL6wrddmLfGuqNv5uySNPsduwAXYKy5i8h4CT+nR+Jk3LmBWzh37mR2GIagE2YwhQ2uVDOu9yC/22ep9rt1wvyzrfRVdF3rhagSDszIfUOw+khKhxdTXuqXzXnKVfnlcRxVValUsShO5IvzNk1dkm6nuEnvpI4pKc3uncQcdww2VEq80Y3uOLUDfue6eI1dvNJkUXsQK1TxWtEFFcKkSsLdr2laEJzJz9mmrjCNHHtEDSB1G3PZ1dMcrvegimcxD+8BbpdTwHUjugNa473oh1RoAcBcrt+Rbpd47nGKMRDW+fic46+UNChvUmmIoQpPe8U8LGAKtoLlXP6iilx8gVpdX4N876pLHJ9mSNuILH2UELqkYTU48US917s3u1BuC+K6PFFQhIdToq4jIpzUaKWyZJS6NjDExtcwia/HmVLuZ+01rVqjiP/REuVsm/DGCa5szWEjeXz1Fbz1F7P03HMk1Y+qEXlg0Rx5ql119FrCDVwEqj+U+RmEkALipydB3p6caEmLiwYxU1NCBEthiCS9YauS9h3HZFgU2rk0i8FmxpSjZdOKHERohuyCb1/Zami27LpdlyX6Ir0XrliEb8mV5XvFESYx5hDAAjJVeWVTFcVjwWxE1aUb8cNS7pxX3WUM50d1sjbw2Nvjxr7jJJ8P0OOHQnHFeHMnK/MRTH2WjmjvFYoLum0bYhT32LhzE6pxSiQCbvhMZT+5P+CTiFz+VbsEnI9dglhz5ar5l34qN9wZB2j6+otrzhhTfdxuWElndVriYJGjv7W0tFFWPTiXp6XS+KtATzy50m8tMW+Ms7CS9+IHdrZD+aaudoR5mYBHWF+aeSULncOpXxsacrHVkr52IqVj1NZyseTOcrHljgRnjy08vHEo658PMnKhyCQ+SSDzC3EnDrIfAJOIch8Ak69IcHlExJsLiofm9nKhzgq5WMTtvHv/Ehsy5nfhBP4d24kTkigKSCEEMQ5qu35biGGp+cInuYqH1vUeysMj0b5eOLRVz7ujS405WMzU/kQR6N8HCVNpJWPJTSBb2dHMZ/ZHvW37JwDN21mmMKAkxDCNv7hwwU/BAaEcIIeF19ABH8BDBAsOIMfUovIznGWv1bId5a/paIUbuadfXXJ2TdtCPEprhfEpi68N2GThPcmPfImudr/Relqj6/wUChTodiCkB4zJFIQpExtLlemaNWhKqW0qoHUqoZSqxpJrWos7WwYPkXq1cYK9WoroV5l7denFK4pDFcoXMAq2W0T+ojJW0uDblvrCqHHYKBu5acKibWxjMnegGnu5I4A5LROcHLaS6e1vZ7WY5jW9rJ0PsenvI115W0Llbct2HwYlLctEDr/FyCIsSqDn8b/Hw7l7fQS5e30h1Z5O52vvJ0+NuXtn+HOUfNQyhtoyhuklDeIlbeTiYDkMitvTySUtzguGcRmOF2hvBUj5W1rX5Tuj/JWPB7l7QldeXuCQTqEYRKkb8FJBOlbcFKBdOQlYZilvIXHrLwxrj1xnmA57xkCwkbcE9iMgPoGbBBQ34iAOprrxXnaN8hQ3jjUFqg3hBt3rbwVdeVtJXEcmfJWPF7l7W7pQlPewuNU3o6SJmLlbSVNJHeONmEDTuAf3gJ3jjZgqsu4abQTs0GHcOfo35A7R3iuMQrx0ObDoexsCIANet4NwMeaUj748Eh3jhxmwA7qNCi6auAA7EudxZOoJn+TyCOdZbJqk6imNh9qa1x75Klo2gxdqzDOzx4PQ947yp+iqpqi6nqKjnyKKqw01lO6RYt0C2hr2kWLdAstAjlI6BZRX9QueGMo6tsEQO0CIFTaRfVutYva3WkXBU27gDzOK/fADeS8memI7kS7KN6JduEt0y62E9qFl9Auth9x7aKYq11sJ7SLoq5dbB+bdvG3cWuofSjtYlPTLjZT2sVmrF1sZ2kXp3K0i02xFZ44tHZx8lHXLk6xdhESijzFKHIz7X90ErYRRZ6E7Tckejx5p35p4dH5pT2Bf+dH4olcH6SQPI7Cc+RxxF6KjD95qyBXu9ik3pshHI12cfLR1y7ujS5W+qWFR+WXdnQ0kdYultDEUW0NnQCAJ/APH462hgC26HG3aLPoL9Bm0cOwNQRyayjHNIj/Cdoa+jfl1hA8LH52IDbT7ieFlX5297w1lNKfMgbdgc2kPtVesgfE+tR0vQf0kO4BRRtAmds/7SXbP9P19s9Duf1z//Z+NlE723xwjnu6drYJoc7gw2hTnU12GoN/OLSzJ5doZ09+aLWzJ/O1syePTTt7t2L3LnpZQaBX0jXMX5MhnzcsWcT8GpaojGRpU8rSlpSlbSlLWQ5ft6QgvmqhJMaA0bGUrX2WrROUrRswQdVuhB9b4RQ/xhRWBGDuiyGNYMjB+UvMXyHJVV+laM4LDq+o4PDKOu7vyIPDKzCFYeQtM4B+fvA+tFXWvXUY/wNKigXDmfmVcJiBcwYEP6yLMMoJ5B/BBJVjAeM4nneEPwwQRxPIT1frq6vxz2Dx4ncZyN+NA/l7eiB/wJGfjdW5saKofQc2iOaFzPrkQ10val6UHbzXZX4RikpezANQBp9NxXGClRI4UNObSjlpARIAo7wIMEqLAKOwCDC8RYBRTAEM/0rBdi77F809lBtK77phybQs1zCrYyQbKlI2JJMIXLekRLmqJEqAAgVlAxVWM0jENkjdQvZvE/t3cexyWQkmbirbHo9Sdjg6SlbzK6FLUekeGFLXEyUoWhfxZmeFTTLdQbpuQiGmaxt/GNBcIL2MO62MW/c4bt1bTl6YU60IpYNPkc5O0cCsx4oi1iPAoXGRzQp76bggnFk+Lnnv3tffPTiSdy/zu/ur3h2XjAdF+e7XzCTN+9+0rOJF+7JOf9eQl0Vk50qyK0qyU4kyMFMzUVuJyYyrHpQw/YTzFVEGf9saz0Vl6YB6UFkxoJghDzBL3qcoPjxKe4RXh/JclJde34Xy6uvbFFmO17ezBujnqvbw3sAdD2kzHtKWHNK2HFKV9aOrVnRPreg+r2RQYz6QYz5kuDdFuBfCFOHeBD+2QoEf43DT3gGB630jgg9ZAf+0/08cYWtFir0ObBEgHEmlfLBOH/LQpdwbg7vUoNKSci/OJTJxdmACUwoYB4h59AR/GHDiLpI9sPwnqKqS722gqNjIycHXXOfgeyRy8I2X5eAr5yTeS9NXX6ev4K7o6/CQMgRkfmJD5gbUcSSDQeygcGRBx5FZyfoqYIOrm7KwxhTKjlrc5Ock8UsAysoioPQXAWVxEVCWFwFlKQ0o/9OK3c3O6nrspohR0hQxRtk0gTHKpgF+jMMNewc2YhvEdKUNYkoip7LKBrHOxX2subiXWx0qa6vDA0weyCaHOFdmiv8OcuwNA7ItCIBRLPMH+MMAOBp7A12tr67GP4PFiz8we8MkYWSo6MKhRFaIiWZkSAgHLVN3lJ3Kx8SnumkB9bNC0tpQzslalRAO/qJwKC8KB3dROJQWhYOXFg4/U7UH9yYc7l2V2VimygCrMmPWYcLMzeEhhChCJiRCxEqtRZAIKay1locz6eFoqcpSyFBZxs4OjBlSbsJGzL7G+MOAzaNRWSbIVydrheURUFgytZXR3WgradLq66QV3BVpHV4gAUxQIE1ytRXs8CHTVv5m3/Eu1w/l1jrW3FrHKbfWcezWKhJ13z12a91M+7OOxTQc2aoeUqY/q6oOWVlwOVVurrAvt+FLGQ6GKbdWdTXp/RpV0JROqpE3bC3lpFo6bXuZTpJWXBdc+q5KR9dNLiq/QT6Km+yjOA4nyXrlAAJ9FAEE+Shu+OQHH0586Qqp+65O+MmDlO/qRsJ3tZ7yXQ2U72ojw3fVAU/zU5xAiH/nKT0FTe8EpvjH2fLIT3EDhpiuiytOvsstIxjBxvmRGCV9Vxvsu8ply8fUexwOV/iu+nm+qzoVJH1LNZfWiBDKOYSgubDqhCBLqV7XCpxGnq+1lENqOYcQpANsVP3zhnJqvWca0PxUNRLQ/FQ3dD/VetJPNVB+qo0MP9Xjm/8rPP/XDjH/ySi4KcHKIbnCDjEKbggj3dtnBCPy9hnRg4woCu7z0j0IzzVGIR6arvLrrNwPX08YijEM6XmHgI81opQfE9rfUcC9LYF7RwL3roTjvRX5O8Z6/o7mQraOPnRWZOsYqICcvKqOLVXVMT89IqYU9snfIfr6QDCUD9HtH6X0iBUGBFhaqZ87W13lUZs3T001T831PB3HPPkqcUot5WPZjLSiGqDbpB+5UNalZ2XcA10w4x4NGCPiG8NkSbxbYxHxBYuIr7KI+OqLiK+2LJvGOI/HjtE9hTwqP788m4af5VFZUR6VVT2bRlV6VFbuPpvGlvQt9DOyaWzdJ49KX3lUVpRHZXWZR2VVelRW7j6bhv7WqWwaW8fmUfmbQ8e73DiUYjDVFINpSjGYxorBVpZicCKtGEwFoNnp3hQDcQyKQf3uFYM6KwYnWDGYECg8waBwihhRB4UYHlTFnGtbb0gwKCQ4XAxq28gOapvcfVBbEhhuUH4BTJG9Kad3AwD/OFzpBkPFMeb4PUcF7N8txHCSs91lBLUxMOQ03NNwfKyKgTgGxaB+94pBXSkG90YDmmKwkRnANrnbALbjm/84gG3l/B9VAFsIY9jEP3w4CmAbA9Dj4gtMKIBt8lAEsI1lANuGLo03ojwa+MgbFMD2IzKADV/hiBSdewtgG4spjOkxx0QKE1J0NjRHtnas8XSkxtOVGk9P7UT0peozWKH6THXVp3aI1IVD6K5QhkasLuFG6pKwNV+FrflrpH1/UxdKTamW6dOdH5PYg5EejVhbOq219bQew7TW8qc1UqzSyUVqCbWppqlNKqVI3AMVr7hHE6aoWE1h454TiVTuPU3hFCY6K5/AhHiksqtprPzhUKxOLlGsTn5oFauT+YrVyWNTrD7oOd7l2qEUq5GmWI1SitUoVqzChGJVZMVKpJPLj8QGVfy+C8Uqzjk/fSh3XMT/z967xUiSZudhlRmR18j7NTIjMvPEn5fKquqe6d01uMMndzd8gaiXEUoNw/bLvJAPxaW9HqxsA7MzXdLS0koGzDJFy1xTNooair02JboEiuICgsiSTdlLGbKKJEzThgGXYVleiL7UgyHRhtdrnP8S8f8Rf0RmVWd2ZXXHDALZEZGVkRmXc75zznfOJwdWhIFqx3NVUD0BD0H1BDwBqtFgeK6u4uLqKy6j16m4FCRgzXAoMO0hVlADhHljNmWOA+sBDCiwHvjAGlPfoxc0Bx9bcXHoux1vsOnASpkvP9nRisvr3QNSYOVqKy6ju1dctnX9wxWXhOuvVlzGMADABQ+BFZcBDGWnNfQrGAO6CysuP8orLvi3e46Hu8a7UXEZEAcG9PsOAL/WkE7ScG9TcQmPFayCCY46BqOVUFxhYzDsVcWVqkjaV1PMufGZdW0GKyvQZ4zlmLqKnXyJKuISVdJLtPFLZPGAboMlFQeRvwOuQP6Vu5ZUqncrqchDKpw4I8rLwHtoRBOHVKyD/Au3Qf6JQyqmCvJXh1RMHzjyjx9SMVWQvzKkYrq9IRVYUmmshfzHEvIfh5D/OED+Ux3yn4WR/5hMuKbtayB/bydLKjOG/F2K+mYM9Y3DPBscDoP6pTD9lKM9z+fZNPRcq3BJxX2dkkpB4doQXF44hMRybVzKrHGPKbOG0esYXjyO069lyI/Npx57zlaRv7ejJZXXuweiXKtQScW9e0llW9c/XFJJuP6bKqkAOEBwwS9HSyoOTOjXndAiy79Miyy7UFJxeEklJg+HX3lESyo/xksqzua4Y69XUnHIOMzDyAnu2J1LKuuM/BursU4toXbCYp1hWjvZ3ZF/rHCiLZvUEsomw7RsspNlk+3UTMYYOY0TyWhbrZnIkdMYXNlWu35dmWXGJFu9G5HTPCFymr+1kdM8PnKaby1y+kbFaOsnwFxmedvkeRb7JoVbrHO32OBusSmaIVuiGbLNmiGFm+wwNzlANzmEAUZVfXyZeQ6+uJ5rYGdS5hXp0RM04p3zjVhTOuKd8/W0c/4eO+cd6PmEkS50Evrom2kf/X1P7+thy2dPA1m6kGPT+/ox3fR9GGBsOgY7aEft48oejDfTTU8/zRafxlYb0Q+/Yzd9K+imb8vd9FXWvFhb3bzI2+BLMKR3POmJtnpT6qnHfUEDoxltp7fohDW5gX53eudvcLDKOk6ABUn1wBs0uDdocm/QEt6gLbxBRx6gciamrjcwrEK3MGSTVIZsksoQ3cIYX1yq+EcHqriJU756MAGXOg5Y0S/fAqCOo89xeDftl9+5KV825KGZEEM1Ii3zA/Mp1iRp/kwz8cO7Q18zsxPUpYmWef14r3raLf8gxnvZiQ3zyK7F9IzLu9Pjx80oN5qtTn+5y422tg+SeuXxy0Ydjb5NPu/7GOyQz0n+576b4/9Hy2jpp7W8btjRU8OOPvqXAfTRv3TxxaVUrSE6Fpu6DWdlvOGk8cYOxBtphLG7k7pKMAB8mojNsXGMDe3GBBld6KNddaEXOPAuruyBu5kgg36aLT6NrTaiH35fQYYUSeCZTIwklMFcuxpS/G7F6K5l4O8eUgySQgqXhRQ2iyVG2rpMD0boBhzqBsYro4exMm0rjR52bNpWPzF0yGlCB9t8CjZDdBPMcgjLY9OUB0w2EjqkgcNDHbPVT44aXEDDQZzkqCF8j9nyPda40z12l6gBv+zDjxp+zzXLL4eC5nVWkGhev2Awmte5wWheB4zW9U0stxx82TgtsPU/zLP1mzyjeb2vKMWWGM3rSYxS7AF55C0NUe25DLO9LlWl2MeviPXM/kq8RudlVtX3ROLWs6sYAdcr1pJxZoqeCnzztaQUe0LKcQe6znJ9T87IQWLQsxv2t3koqwe6yVIOzrlPt0eKyqnhH6hxkqB9azDClsEJO0hNe3ZmxGjfGpRjc2HCk1de+fmed0RpRk8YzejAO8w+hXJAM3oM7yPN6DG8T2lGRxY8xtdDpBm1Q9y6Q8YI6oTkd4++LIvn4h9d5AMeHH03rndV7hyXH7UkqtEhvIfLC4e8x2+xQ3iEy7FDHrGbDY5gH/bh6JhKlNLb7giWsISjFw5Z0hvQZ9zhAa/yXH70gL77wNtfQTWr8idOuQUvIpK0K+/CC0b8ujY0bSI6pVj6HnEXykQ+fhdW4g50xft6DA03MA8V9UDX8U0/K+9C3rZz6tPGsoyKqf1Fp1l6F16br30DnmUY1y90A0qkNfkGPMvQG/AyHzDO8N3n4gaUqX7bvQHPM/QGvF7jBsRrYJ48O2ddLo9gH97DBQ+BXS77sBQ0g3PjBA9GaQZL+kWWtMvlxzkvAf92z/Fw16Pj4G+03LCNa8NqtrU12zqabV3YJwewT3/XPuDXX9K2/ENf30jww/wpwBcZrh57muFVkPMMl7b7iMvHfoiTg0X8M+HxD/D4x+MziwmPcqbRTv4C6+QvGk+hAAevSM6vmPSgCDl8/ksnJEe3zJj0qB4k0whnDmMe4+B6gyxgxJMrVT1i7TPEWoV+LGKtAv0fEav4570g1ir4h384w7L6QpK0B1OYxYsawpxfN4BF8hXriSvWS6/YNq5YFeqMNdbAKALw4XvWEE+kLQvDtvEi0NHdfFMbmtCHnKCg9WAoC8x26NudYFOHTrpjj3ZfFZjt4hMJJNjUhQME8AdwKAC8pgWny7MsbNNZFvagw9M1bNM5bmrzpAxH/lld744guF3yTQiYRbcQ33SVDbqF+KZrqd3/mwVyEOdTDmAJB5S69uMJ1LWrHJdnvcx5NcHdOjc4zesi59U549lryBy2BiWeMYzzVMNhKz6zv3JCzIDD9vTHOZvLJ6qRL3weEPe/irkgzoLH9+G+BgdcH9F918q+IhRVgtu5IbheN2GC29VdCG6neSHOm/NqDHGJc3Ge8xoy0+3cUJluDc50q8cz3Qr09GRjmW7yqXkCWcoB1JwZoLtAPTEFlQQXnJjTbIgEd70GCe6sgCS4vzAxyy/dteLKR1Jc+SgUVz4K4sov6OLKL8bElY/IY++9tePK9x9+XNm+fVzZFnFlZ424ssPiyi+yuPKQwvovMlj/CFG+DOvfhy8grH8fvvAph/Pvc3jPgbgUV3L83gvFlYdKXNkNxZU9EVf2V8aVR/AElxcOecJvsSN4jMuxQx5zWH8IB3AAh8cOOeC3HQ8GjmkwIMeVfTmufETf/cg72Exc+f7Djyvbt48r2yKu7KwRV3ZEXPl6N6AcV0o3oBxXHipxZTcUV/ZEXNlfGVdu8gY8z9Ab8HqNGxB/YM6fnqBvlTrNxezAdkF0A2QP3oMDeIILfrnGV2APDuAx/br4Aw4bPwF7cMiAReMr4gTlYrqgrvPxXVB+h9qNGfPXVwl/fWPCAX6Lmzw5ksHNERxRcHNEv/IR7aH6V3gPFf6ELcbJa8e/mm0aWqnXx2QpHNCfc0BvmUMaJx/dKU6+zvBA+SMusfMhRskiYAYeMHs8YCY8YJ7yVDS27dLIeb4icn4kR86azEEkll4ArIil91m07cfSSz+2HmGQ1UocZNFKGGSRhmd3LQG14oentUSgrbv4cxZUay82gX1+WT1Y8n/N8DI1Ey9wM73AW7jAzfgLLMXlrVBc3lTjcgyem3Jc3oU2tIK4vCnH5W3o0bdLcXkPMDLP8fEarhyw96EKLZgGm/rwCOPyR3CUEJf3o3F5LxqXd9eKyzvRuLx9y7j8ERzKrusQDqmtF2loyXXtWlz+pYS4/EsJcfmX3v64/EvxcfmX4uPyL20tLv81rPcO1orLl1JcvgzF5csgLn9PicstFpe/HxOXL8mRt792XP7oFSm/0bi8dLe4vHTv9d732WgRFha9z8KipXegjpV4BO9hWPQI3hNhERpJ70BX7z3Q13sP717vLSthEYsiHr+gQRCjFACCdCyuHflh0QIWNCxa+GER1r0OX9ACXGy9d0nfvfQWm4nLV96Fab23pcbld70B5bj8QF/vPbx7vXd7N2C43ptwA6r13iNYwGNc8BBY713AvowB9v266ILuwnrvv8rrvfi3e46Hu44eVr13QZawoL9rAfj192kce3CP9V7XKxhPcXYbLF/ho14U4WhvZWl3FirtzleVduuiUFhPA5WNz+vrs1ikBtOEeTAeq/jSqu48+WLVxMWqpRdr4xerKgYo5qEYKedCXyrosnIuPcmioBsq5/pvx4IuK+f6bw/Cxh4NG/33YkG3R8u5/nu7sMTAcQkHInCsbbCgW99KQXcZ5zQ4mWYPncZOBo5PEgLHJwmB45O3P3B8Eh84PokPHJ9sLXD8J2Oz/NJZK3A8kgLHo1DgeBQEjk90geMXYgLHI/LIe7x24Pjeww8c31BB9wsscDyguP0LDLcfUZ6mhNvfgyeI29+DJ59yvP6ez9Ps6onC4YLuwd0LuuUQT/N9XF445P1YnuYBZWUeHFNWJuOnM7TPam6xBd0j+u4jb7mZwPG9hx84vrGC7uvdgBqicLige3D3gu72bsBwQTfhBtxUQfcxLOF9XPDL0YLuEh7Rr/uIlnh/gpZ4d6Ggu+QF3ZisOH7lQ1rQ/Sov6C63S3zefEF3SY7C5Ls7E5+3VdClobHmAhbgSA2Vmysrt4tQ5XY/rdzuaOXWL9tqi7bNhKLtwi/a7qdF250s2oYrtsVdqdgeYeB9lMik3rGK7REcyL7pwGfnsESy5Jt2LfD+YkLg/cWEwPuLb3/g/cX4wPuL8YH3F7cWeP/nVWP8SUk79iHDJzucZcTwngyf7XCa4bMd2ABu/IfBhzqcGnygz0d8/jaOdPCBwoADhSEHCg4HCgxknBkcZNxkEWXgyIgpBw4TBhxmCBzmMMPI3sOXmbfAF5eWffdxOMTymfEVPE8HJ4TwQUGDeI9CkUNViODQ9QapiRRe3HCauhhOU087/jc+nKYOC1j6rD6AScIYIUdkVmHIJnmnA4XubWSpBswBncCV/QS8mDFCHswwlXEI02CYh4cre3C4mTFC9NNs8WlstRH98DuOERoFY4TG8hihLpv40Fs9qzSH6CQHJTBhDr7NqlIVAX/oA44QIgJF1aAR7CtAke7jkMmEVrCvSAdD0MFDFaiy2kQwKKIMyJqUNpXBAhPa8qboAIl8FDVVoqjJiqKmchQ15aKoqRRFTcUoaiqEUJP18znDfFn9JPMZujBfHMLwysIlWdwlVbhLqgYuqcZdUp27pIZwRU3hilrcB/F5dTnqiigwwLk0BdjjUS4pQRsyr7j/YQITJ8TACxNrwBqA+4vciNXpGp97o/2D7Cf4sR8Sg+IREx+eDuSCh8fAlT3oRO5vzaetmFrShALewy0oJN/DRcAhWKXv/wiTG8nw83GdIUUcebLMupBfdRqqymmo3Pk02PJpaGzkNJTZabBWnQZ8EgtQ5KfhOqM+OtZ/lc0aL0ufyDfoNT6Z7L4s8fuyHNyXFr8vK/y+rIpcSoHfjrXgPsQIJEPzJbm17rrbnm5CfxoU8MeRQjAmhl7c3KqjlZWjldY5Wh6KkKdHy+tO5q/VDIgZfyyw6pnAqhcCq576WFUMIDsXWPXU4GD1WuTEPuJQ9UOEquKSOPySuPySjDh6HQuTMREmA5ipWIhr5vFrRhiMnSOMXcIcYewUX2beAb643qHxFA4Qxs58BKTLbxI4hBk3NLMTsr9iFNoI9pVRaC5db5CCSKcg+ikmTrcqptOttpBEKcaPxcWHwEmYjibEaQosvPHnpOWzn8DUfApTmKNZPIJF4B2muLIHR3eYYTWBPJpBgDyfk5YDbeKdieUUEu+lQnovbeFeKsTfS4a+NSpuWJoJVd2l1dxYtnxjNXQ3lrnqxuqxG6svbqw4/5qDGSxPyIyaugKd5sjv+yodejYT+LhIYa2PYCt0H8fHBsW3PgY2ocyQbw5KDGk3cK4ajOU0ZQ1MKMq4ugZ1YBVIf1M9ApQ109EaUaBcjwLlWhQol6JAuRoFypUoULbCQPkXqsYoZsjnLmR7iJrtmaKbnMEU3STgi+vNjacwD0D24oR4K5M8HvV9NT/J41HfV1+V5EmnQ291OnRyWqfmp3XqaVrnHudEl2OmZEJMQgdo8obsAwlQB+DKHuxvJqFDP80Wn8ZWG9EPv7eEzgx8o1STXUSZZmo84aXqchanSPM/nvBSOdnblDRzpKtQU9M56ALrajqHeb62mvTRD5lWvFQ16qUqUS9lRb1UPuqlylEvVYp6qWLYS/0shnfb8FLXGe6mPuJhHkrY+O5qyN2Vw92Vy93VSLirsXBXE+au5iK8A+63POa3Fui39mHBwrsF+q2lluXgwTLwZQcC3MTHcS7MlDjOoesNUheE83TE9W6NuCaQZ4FaTBA38BN/dmTYNcPaC5Yfn8tB3FybH18jiGMmjbrepGHX/XTY9e4PuyZJw66tGLcdvqds+Z66U1nkFp5xHwITJ3tGi3o/P37LyZ6xBGW6ryi8Zkv2qNFh2DUwIE8JX36wVkEIL8eEWAwxoC6HgtWYSdmKZ6xFPWM16hkrUc9YiHpGK+oZy1HPWAp7xu84ZvFlZy2avCfR5L0QTd4LaPL7jCafZzT5AqPJLxk/vuhzITwy84CSk604frzQt6+EaOhFnzY/Z4TlE2Jq6L1VlSYvPo2z6S1BkOc89orMrpd57OaRUQx/dEMl1csffcWI+udmQHOvCT59M0xzPzIaMRz8BmO7++x33mO9ZOz3KSUfLxn52POISj6ewz6Sj+ewT8nHUwvm+Eos3hwrs98J++btEPt9qrDfWyH2e1uw3zsa9nsByhL5mMAClxe0I5XeOQRmuBw7ZMbJx1OYwASmxw6Z8LtpCvjf9IVDQGW/dxj7PU+LNB59t+dNVrDfrTj2u3yDyQzzokyKX3mPSSR4+Ua4yNB77NIMWOoVmTsvs9Tj7jGJMq/cvoyGf2UGJPaaYMs3wyT2mHvsipHmr82A2846qF/79pK57dLtJXPbpwq3vRXitrcFt72j4bZv7/Y6Z+3Y12vcXmpT9AwmsMAFD4FN0RMAmWYHAJRmB/SLAG2K/hO8KRr/ds/xcNdsFRdco6jkVdfkjG+8URomxIMJ/V0TwK8PlAtORCnyIx4godKzHw/ZPB4a8HhoyKMcZ8VULk+eylWPzOByGdZNYHKPRGqOM7nHrNv2Bp9RLSjtMlBqQTcWlFLhe6r27v/zXkCpBf7hH8505C5UGHCqgwNu7NUbiuZ0GAjufdwVq4srVk+v2DaumAVVhmtroalZdej6yLgFdXp+WbNyI2BeB2/C9ujgTbQzOvQO7IgO3tEBD4G0B0QA6WoUSHeiQLodBdKtKJCuRIF0MwqkG1EgXUviWXtxDsADAI/yrP9EMs/aEjzrio5nXRU865rMs65xnnX1NXjWB5xMbGl41gecTVzR8KwP3hDP2hI864rgWVcFz7qWxLOucZ519e48a/nUhHjW8pkJ8awPtsaz/sORWXzZWytym0mR2ywUuc2CyO1AF7kdhiO3GZl7i9eN3PbftcjtkEVuhELrQwatZ4i0ZWi9DwcIrffh4FMOqfc5xI5GblN95EY2FblNYYkLU4r5JgPSc1yOHTLn0JqABx6QY4d4/G7igJxNIIqN3Gb03TPP22rktv/uRW6vd3vJkdtUH7mRTUVum7y9wpFbwu21qa7kBa20eLDEL0e7kj2Y06+LP4DQrmSyE13JHu9KnsqIZApTikim9CtPaVfyv867kvEnPKhI1CMz8OjP8egtQ2gkOpVIsbdmlFyJLuUG1uoSY9OZEpuuMTF6nEAsYdHqxCeWsGgV/Oi1h2FMVx8AWSwA6gap+jQA2lgdpRs/UDgIZTUXf8TC1hhOysTnpIDg0eJlqide4Hp6gbdwgevxF/j+It8ZRr4zmD6cyHcGRPYzBAg1zCIrK/mZXYt8jxIi36OEyPfo7Y98j+Ij36P4yPdoa5Hvt7Bm2V4r8gUp8oVQ5AtB5LvQRb774cgXyNSbvG7kO3tFSvcR+dbvFvk21o9866HIt8Ei330mwcRCk30WmoDnqQo4M1hgaDKDhQhN0PZ5eNfTwEiOfD32zVuJkW8zFPm2ROTb1ka+JSk0YUh+/oIGIqzaDQiUsYQ09UOTMYxpaDL2QxOs7pAXtMwkR75tOfIF+m7wxluNfFfeY1uKfOt3i3wb60e+9VDk21Aj37veXnLkK91e8ZFvMxT5tkTk29ZGvtu6vc5ZzH29xu2l1iynMIY5LngIrFmOYSI77olf2xvTXViz/Dd4zRL/ds/xcNd0m5Hixgc+w5gAjOnvGgN+/QmNFL3N1CzZTOYqFADUQVOdleVJN1SeHK0qT1ZFsauahgIbH/PbZWi/Ag50EiqTrl+ZHCVfrIq4WJX0Ym38Ylks9q6FBkN1pNAMoyrLj7DqQWgWvKkOLelNNH4LvQODt44UvAGGZgCeCM0q0dCsHQ3NWtHQrBkNzarR0KwRDc3qtwzNIM7Cc/bGHlr4nQzNlgmh2TIhNFu+/aHZMj40W8aHZsuthWb/HRYlu2uFZlMpNJuGQrNpEJotdaHZQTg0m5IZ7eR7rdBscU+h2b0VJQ9YaOZR7HzAsPOU8v0k7LyAJWLnBSw/5Zh5cVs6qfc6RcmSwvfbx4XJmcTw/TzK7vOOKbuPkZMZ4maVpdii5JS+e+rBVkOzxT2FZvdYlHy922sNOqn3OkXJbd1e4aJkwu21qaLkHAD2ccEvR4uSADP6dWe0TPkTtEy5C0VJ4EXJmGQx/kdoUfLf5EVJeGj0WCDTMOtLpsduuigZP/V4qgaj9ZXVx3Go+jhJq487Wn30S4/awmM9ofA49guPk7TwuJOFR7XqWHyTVccphrbTh8S3nYInOxLPp4OwvKrkSHYttD1MCG0PE0Lbw7c/tD2MD20P40Pbw62FtjcVw9bPNT43+AyBUzHj8SM+QuBDnCAgvHqHe/Uu9+o9MQWgL6YA2GwKwIh7+QHz8mP08hMYYxjs4MvMA3xxPc94Ch7OdiO84396Qlw+vSY+deny6TVt3/Sz6TWtdHrNPU6vASA+jWwIg4RZNj1/lk03nWWzeyOKh5BjI4qdmIk2DoxpkRZGwQgGB1f2YLaZiTb002zxaWy1Ef3wO0606QcTbWx5ok2D9e03V/ft86EzZezLFBarxu54PtfGDdCOKY20cYOBNmZ0mg1iJXV+jTq65qFNrfkHVWOoH0p6LhzNqcE9zbUYVvMR9zMfop8RrqfHXU+fux5buJ6BcD1D5npARJoO90Eu80ET9EEEJuiDRvgy86b44nozAwdAZF6RceJ8URdmMOZeaizGGcXPpbH5jDUxl6bPZ6yJ+aJOOl90J+eL9hJG03T9+aKdyHzRkfkURjChDfcAgV0c4coezO8wRmTAxkAOV84XbafzRd+C+aLIlzkhYzbMM2bYaPgus+W7rKG7y8zVM83zbKb5qmGjkl8aB4NFc5KDGgczRXOJA0ULvvPDWaJFfw3HiBr+2kOZIPrbFaOvn8226bjKVeOqEfq0MYzQpw3xxaXszkkwQA1OiLMynHJC4ZSThlM7EE6lAdSDGAYKY/AfslrMiLFhTBw1pDET8cAN8MIQV/bA20wcRT/NFp/GVhvRD7+vOEqKlxx9vOQkxkvK9M+3KXD6LQyc1nQp12Lc50c8gPoQHYrwLV3uW3rct/SFb7GFbxkw3zIRgVOIHwroZDwAFjgBOhmirdQ5QALHMxVIJhdrxPowpo4nL4pzdD2Y3DlMJ3fu1uROV4RA2suZF0ERHSMoh0c5H7gCSxtN5PBook0brREe2ZBDKzOAHA+P9MERTkck+cTbKJ/eRlu4jfIxt1Fem1wxYyd3au4eW7577pQXpARZ6qP8uwewc1yyW9FvmY/9lr4rw8GdfnSUl3xWOYiO6lKiUDeuM3BXOKkzLzmvquTYHsp8zt9umqWXNUGovDQlQuVPZhmhEj8eCZUuI1B+BzlY7pcN5Pvh+rf5+rnJCJWEESqLjFBZYoTKKa4BY1naXoGX9kxwycgbU9pbhZGuaA0vJyqap5mTj6EAGchRcpv3iljPcl8juRMNuY3TsSqcG0hLgzK5Kwd5/LMflrlcgnRJ64kSdwsKWOr+mJTjDnTOOGzITaRdSRcZRtLDv81DWT3QBe8rynKenETBowdqJBzokhHfkLZIyXISxy56oCvWOITsU8ptk1mCeCD74/hTd82ZbVlOgJMJf5FTd8Nob6fG8z1vSOl3U0a/cz0HV14F/Ducl4BjHoFQ/t3QovO2PMfijLmP/LozcJZcl9W9eRUbhgH77iNKeTsVJMAPSVfwCHu0vi2q25R6VwJLot45ALiwmYz0FnZghMuxQ0bsZka2Ci6sB+rbbMsYF9Yn5ZNkv0p6jI5bpLVol77ZFYMcTS/3bM8zaTMTI88+u96jzLsRCDK8Q4bYFDWEseAVIP9x7DcPDekuYjqNTzkRYQRDbIpyMCo5Dv5Gy1TbeAMUDIkLQ/rdhoBfwTkmOYeMBNvsVGDcr8pFgmSM+yGHuH66xGQGwmQTMEwxAQMbntxXxBTZfxhgRgqtQOmEmIkybn0wJRm3Hl1r+JE5rnEmGqkktkFVEtqgKkD/RwAi/nkvAKQC/uEfzsy/imAgVdjkA/OZza5xSLuogvxmtqctSxg16B7mt+X53A1o4h66WRJwb4KLPtmFkUo9Ouc++TwT9MvwTRdBEvOSb7rMBM0xfNNV4Myv+abrDO9mNA6M75jEBUd+0h1w6NPkgIvzKSmD6FNORUXmENoV/DCD82KuDKGMbnAF8AtDKIAbXuNZhpJrMv+cw9gyp1myt8w+Ye72ETY1LLNL2s2QNaKq4Mgfzwa0otKz3NeQVhTHm5lx3gwT/TZlcsyMkmOEVLgpU2pmEqXmKd319MelXTYypSnb6MQngyOf5pwSjUzIUzLNmUqmwZ+MDJ/cP8/O9LNLE4k0P9k2Sy/ra0GakQRpRiFIMwogzVQHaWYxkGZEJnzy+DqQhqSQZvcgjUMhzYxBmpHn4ooEaQhMEdIQmH7KoQzBV1cDaVwtpHE2Amlc8HB5QceXMVQOE1zYKOoLBnLGuLygAObbZgCEWH9BHKQZ0TePRJ93CNKcGyfPrvYSmglo19BpFnsGAMbg4XLsEKfxGWAiaoL2j35Nt/ESMLykRrLxmd9AFMP6PzPjWf9n+NOMA+PcJDGgyqFnAk0tPpTUZOC3eONgyiGjsPnPOWS8CTB1luGMiwYjXCSiqpGEqrQ8o43jLBggZKomtjFXE9qYU7B112xPNX781BsHYSMEYSMYv3EQNgJXtgwuuPQpdGEELoyOFcuw6yhsHo/C5vEobB6PwuYbRmF/M00spSgsTSztbGLpT2bewcySmKEzoEklfOKLaRLpAeOaALzQHjYFutDz6atfy9DF34PgRYEu/p4GpUcI6OJv3u0M0p/MpCmkzYCX/62VppBS8JKmkNIUUlwK6U+9iykkDp+0ySLMJ20WUKXZoh3LFqmpouI7nir6U2mqaENo6x8XjKa+D/EUSVjMkFnckFUCQ1blhqzGDVmdGzLOwM1yBi6dXUFJtCIubDPD1kXD1oMuArM+vsy8Ib64nmM8hSE2HQ582kEbHBjQM91JNG916EjmrUbXhHmr0jU7uSWgJFoCSinrcSs91TB4lv2a14G4Lq6++RT60D1gyp8BGbaPK3vg3oHO2KRU/BLr5Col0+4N6EEHn6wOu/EkbXGk1LPd9sdsZznYaSIzke5s8J1WsDOHREW6s8h3VoKdedrLSnmOetKiYnALUYObjxrcXNTgmiGDa/0gaxgvi59kPsOnnmIX8WQX+ZNd4k92WTzRlniiK+yJzvEnukqfaD4jhMEYgg3bCFqQ9o7PrZH43JbBkJ7bEl0Tz22RrvHnVvvn2U/wUB8Sg2Jf84A2nOeCe8fAlT2oRe4dzaetuJcsei/RrsDKqq7APBQgD4Xv/wjDtxn1+lpXmWz+k+zLyOk3+enP8dOfF8jQ4Ke7wE53mY2rgbJ0lkuJZzkPJeks5+iaOMsmXUs6ywR9FV6MH8HnRPeLfrlotN6IKxmIU9Lmp6TDfEoPfUofeuhTbHyZeQ6+uJ5rPAUHfcowoejaAReG9Dx2V3iZruJluoqX6UogmnYflxIJ9qWUYL8FEF1K6D6GIbqgbqwLss2nYEMPzcgIBoEZsXFlD0Zbd0F96KIL6sa4INwd64JwZ6wLwp075IKuEXoW3jz0pGaiy8xEn9mHgfEU2jBgFiLFmQ+99XS4DsikT7ijAZnO1p/wbjLI7CaBzG4SyOzuFsj8WUQEhXtEBH0WZfYZIujjoz7Udmh2WMjppO7/LXb/OD1rHd/fZ+Fn1Pe/ifAz0ff3knx/L8n393bL9/+jhll4aa1V5OtLRb5+qMjXD4p8I52WwFjVEjChT2zq7A0ox1X3xPh0K1QXK/pFP/cVz/vlNJWrilrkk4exn2ZIWZT3eCXNkmuDciUtp5nzHioJyh99xkfGZ4O6W1WuBsp1t5xmzntDrRjKH80LizfZoCxXl+t/SlnuyLB1pbwLVjM8NYJqHVXZyj7f87q0Wjdm1bq+18MVqVqHKV/kIMGIVuu6FqUBeD0xQ16q1vWCEfJSta4rV+taarWuLap1nWi1Th0f3wMHlxcOcfi92MMoAexjh9i8WteFIS4vHDLk92cXBrgcO2SgVOs6rFrHpsf36Zv73pBX655l/rVYtpENgqrjkC6yjbowkJPlAxjQZDkeFnch2+jPCLaRDV1kG/WgC/aqupm1acEv6JI+dOmX66I1gh6tm9lK8qPBHX+TO/6WitxjCNUWFKAvt6m116ZPt5SCWFMpiDUUhlE5cX52OWF+dhno/+jHxT/vxY+XwT/8w2lTK4tJJWWVIS01fpf9ipff/12jG4vyRqyNlcGUttShjy6vD7ZweVbU5dWjLq8WdXnVqMurJJW4+tCTn9oe9OiD0cOwBPq0xPVn9CWusihxWaLEVRElrqoocdXWL3GZRnSiM9M0CZW44mc5Tz4PHF9oYPOEl7g0Y54nvMRVpiWurFzimsglrqyuxJWNKXGZWOIywyWuf79lFtfEGraENewQ1rADrDFmWCPHsEaeYY2JyiQqgk2GtJjFfv9pWFbmNCQro3JwhG7RSGCNOE2ZeKxhhbCGz0OqhbBGnNxnPNaohrCGzzxqhLCGTlOmmYg16iGs4XONWlElnDis0QxhjZbAGj2KNSYMa9heH1ckrDGCMWKNEYw/5RgDi+Be3+KoQsIaffalOyrW6MlYo61ijY7AGt0o1sgrWKMPLi4vHOIK3AtDXI4psrhg6GOAywuKLL5tBgjlmCIUCWt0GdbIUaxh0zfb3oBhjSJiDZwUXxRiNbchBzkwABeXY4f0KDmoB0M0ZvSb9ik5qL8hclCPk4Ni0E6Pngy0m98UdhO/xQqQs3EFU+gRO2zLcw4ZKCCnyUFOi4OctkhedDja6cainZLxFCpQADu5fawLJYZ/yqvwT1vBPy0F/zQVQlCH0noSQVAlFRHZQjKjEt8+ZgkIZFHmZRgcIQ6ywuAIcZAVBkdID7IUcNQAG8GRDQNVBVMBR40oOKpHwVEtCo6qSeDIhr78kPehTx+oPmZmwD5WHnIVHFkCHFUEOKoKcFQT4KgugSNTBkc5Bo7yDBwVqOOuc2BUo8AIvXJxfWAEnwdeOgSMgAOjShQYAQdGVhQYAQVG+URglNMCoyICoyKYKjD6nTQJkyZh0iTMG0nC/Nm3MAnDKMkWtGn+ZS0Ccppv2eWOLj/ZojKMy1KyxScXlyWQ4fOKy3Lbl7Jlt5MtfzZNtmwo2fKD5pYwhZpsGYeTLX0ywNJuCFOY62CKINniJiVbNoQpzO1hCnN7mMJ8izBFfiWmoKkVhhc4pkCvbb+gKOPbEspgCZkopsgpmMLeRLIFYYeDC4IOmmxhuIYhmx5NtvQ2lGzp8mSLLdtNG2xqN216UJsmW/6csJv4LR4QmIkyRSKoRksSEThnc3UlRhKx9GCnzMCOBeUU7Gw8r2LFNFq9sxWnP7cZELQyqaICoFsmVbYEgDaXVPnbBaOqYcELe1Tm9sji9kiI5npCiRdJb0hpE8ngOrNPTbRPLWgiFGrjy8zr4Yvr9Y2n0EPyWtevf9cp1RdPZCPRSlWgIVkpi64JK1WmaymP9Z77pbpIWGvEEtbaJhKXmwhebegEhLU2ruyBfQfCWjUgrNVWE9Za0MAHR7GGjKuGezhXTaGp4faGsp0x1HB7Udl+X+S0/7tg1DbxCHcF1qjzZ7nBnuUWPsttaOGz3MGXmdfHF9ezDWQmZ16RXkJ1p4E5L/p0N1c83U3l6W4qT3dTwiD1lKi6g30qPXz0m7GPfsd8Ch1o4aM/wI5J8eh3aPskDLb+6LehiY9+M/ro4x7do4/bdY8+bt+NR/+X0HsXNu696RPfZE98mz3qXeMpUsnZw5666ofectJbx0/Th7Wv8dP9rT+szVg/3Yzx080YP93cGT/9P6OfLmzPT7cZ5m4zP93Gp7an7R5pMADeT53y29090l/HI7cZGI965DcBxuM8civGI7diPHJrZzzyb6KiQFMUFM5zUkHhr/OCwgUvKExYAeFn8YdNvmyc5dj6N/n6aY4VFOa6cXCLmHFwEwKe54+DOwtzFc7UcXAzHAe3/Er8TDOezr8UlQF5wltkptk5y/VjEpgmTeSRbnQc3En8lLYLlty/EnUCueARmdJ2yTL/5wYvGMj1CjoOLuFAV6wCcC2qBnJBInKga1YeuDA0fE46Di7hQJzHeSPGwZ1m/VxN9ECnWVoCuBQlACzFPDvL+geCk4RrlGVD3QRXE2stz86zMdcoSwmWVzh3bkQLHgtW8Jh4Y1yRCh4zmGPBYwZzWvAYWTDD17EVmRYHY04EVcsgo6DgwQa+XZt+/QPfekVpyqz8RUte+sFzY5ji8sIhU/6wjOmcNz5UDh8bGAHB5YVDCH+ARuDhckzH1Z3mgsoXHvBGTJ6b0HdPPKKdPHdtnDy7YfUOwPl7dBSfQ0bIoRiBJxKUF9kT8MCjCUo8KO5CDsVPCQ4FwAg5FGNUvjsO/ujNDIDTbGvh1EgY0S88gjHlEWMpAsRQuPNMmOV5muGw46t8Fhz2ovvQxebQZcChy5D3yDocoLgrBQYmcj+MS/thll9ZXbcYKnWLgVK3sJW6BRslB+n83d0ScYLI6DcxFM6OjH4TQ+E4o6MbGQonaB09eS5cyx8X5wSbWzBBUDABUMfFKe6+FXX3zXDNQpBKFa3GelRyMSLf6Bc7fjZHJsEI7gtlhuQExjChxY6f0hQ7Lk1R2jBFacPkxNEzk0+QOzW9BnNHhtcMUz8uVlA/mrzy0dBTP5ZfSap87EuVjw9pDYPVwfFtuA84pAjVN/ZpfYMBiFBVZJ9XRerRWso+raXItJALvypyqdBCLlbQQs5zWBX5vzpm6WVrLRQHEoqDEIqDAMUtGIorMBRXZChun6G4HENxeY7iSgCEeNMIijMVFJf3aSBzjuLMu6A4E3Lro7g8fcbuhuJyt0FxefqY3w3F5W6D4vLU0twNxeVug+LwQHCScI0SUFz0GkkobkxR3D5DceBNcEVCcXNYIIqbw+JTjt7m+DrRoLiJFsWN74riigqKm8AMlxcOmYmQBwguxxSznTFcR2f3shHD38wF2O+YYj8NiitQFAf03eB5DMWVKGulJFgrNwETVs9auTaYvSB7MAUPZrig2kIDHzwYA0GLTL/opPHv4qYJs9u4n99hccSVmwTiyjX+POPAOM2RGCg5pmcDzf9PC/OP32MnEOSYQNhN5RzibQdBXmQQQlIoOVoJJSG52WgkwKW1JXAJbjqLeLeVq6x7RZ6AyBPA2wXkCTCRTc8EJvSRFhIxiunZEPI0ZeSp49uoqBOTVaUAdRZXoM5lAupcxqPOZTzqXMajziVFnXnGB4pBnTkt6iwh6iwFXByGOv/KlnOH5QedOyzdLXdYunXusHS33GHp1rnD0t1yh6U0dxiPOstvR+7wz6e5w7jcoRDmcmnaEE1QMU0Tvr0yXaAR42IyXbZGjIvJdEk4TZXpknGapNTVknCav/nB5Qj//M7lCMu7mCMsbyhH+D+kOcI0R5jmCNMc4Y7kCH8mzRHG5QjjxchGNGG4TRCZpgN3X5oszQWulwv8mTQX+KZygb9SNNp6dZpzMYv+LOP50+kr3GxWudmsBWazzs1mg5vNJjeb7Ma6yHIjfJ5lvcWmr+nYlYbSD6Wh9ChT0xcyNRrnxaRr/JYg6IKLDUBfwTMzOiG9RCvbhJ5kZRt0TVjZOl2z/VH2PSlUj2kjMEUbgZkyj7fB6AlNoR9rptCP78AjblMesYk84g6Yq3jEQxC3lawuyafMC+NejoyYF8bdkufLF+ieRmTyfAH5xNATxr0a7ClSXvsNxmRhpnEpas7NqDkvRs15IWrO81FznguZc+vfMwzjZUlWSaPGoBgYgxI3BmVuDCxhBCrCCFRVtbRaWC3tAtXSar5aGprgZLU0S1FLKytqaSVZLY1rp8HttNPqGu20+ga00yqBdlr1dtppF2GlsX+YyWZfFj5RL0o+uCgFflGK/KKUBKAVF6EsX4TyLc59STn3ReXcF5Rzn1957okFObAgRxXVcrrf+QdFo3NPPmsoTlmXn7Iec142Oi8HbHReA3yZeS6+uN4oxnm5rDUmnkDQgxH0uTsbn5D+CnfWV9xZX3FnfcWd9aWgAWElMRO7acy0m2YLQYMZzyFAXzcwn8KA6i6RCQwDwzPAlT2YbN3XOSDuuaiv68f6un6sr+vH+rr+bvu6n0OAXNhJgMxEgU3tpGOHil9S4+GmWPitsRthILwpKcbbAmE3BcJoHH4XkUhht5FIbPysxRxuYDdGKeh4N0BHGHGMNYhj/AYQxyhFHGhUfr1lFl5W1yr4DqSC7yBU8B0EBd+Jbv44hOePD3xhlnIcL0+eFSrXOYP54+NXvGMnbv54/EDPsij18kKpJdeJQ5O8tbNC4wd6VkRxl9dRq3JlWKmjxswKlarH8kfzIvOFEVRd63ItWK666uaPt9Ras/zRl6ysfGkERdmmXP1VKHRHBsSUpukRjKBWSwvHWKvt01otsFrtwLNxRarVYhWtihXHyadc62WMr7YVGR6K4il7vFIcVYIJ5n9KtdquqNX2NLVadba5DSNcXjhkxO9zm8785DNGz3JhYZhvsi0OLkz0Ra7V9litlg03H9B3Dzw3bri5RK4b4kRWOpzVIX0k1/XBkcsYDji0jIHHxV1IrvuWINehSs2eg6A9EF+5eFPzQLWCLH0yCOtH5BwyDNJGzQCatDg0aXNoslqPRajPDeRu2+7a3bYdpQLaViqgLaUC2lRodOls9B3RogPdZFBbNxm0oZkMGtVgKYc0WAbooQcwVMeFKh66EfXQ9aiHrkU9dDXqoStJ5cwB2LIdCMYBDzAeo+XMb+nLmWVRzrREObMiyplVUc6siXJm/baEOVWj5ZZNtR4vaZY1JU2PlzQ1SiweL2lq9Fs8XtLUqL54G26q/T/aZnFN/DSU8NMwhJ+GAX4C3ax1LzxrfUhYtpedGi1TTha2k/FTMGt9IvBTnLBdPH6yQvjJ59nVolPLtcJ28fipGsJPPrOuEcJPccJ28fipHsJPPpeuFcJPulnr7UT81AzhJ5891wmT2uLxUzuEnzoCP9kUP3kMPw29Aa5I+AmpDNiyAPApx03I8vUGVkTpDmHIHsdCEn6yZfzUVfFTT+CnvgY/qXPcBzDG5YVDxiJO8MXpXI6f+AR1Nuv9m7kAdR1T1CXjpz7DT2yQ+5C+e+g5cYPcb0N3G2HKGRcUrWF0NxtctKf0uw4Y3W2wKbqbzeluMSDOpicEjfd/IIw3fo8V2K3yJihwKKAZdjI5hzgBdmsF2K3NsVuHY7euyBr1OIjrrxTVGyb3ufapqN7yK6tF9boKrOsosK6twLqWQmzrpRJ7D0BiD3QSe7ZOYq+hkdhTMR8y3FTdvSYMEfMNwVF19xTM14xivkYU89WjmK8WxXzVJMw3DIStLhRhqyGmy44Vs6FiPktgvorAfFWB+WoC89UF5mvchsLW4Hivrh8fn4z3CMd7lgbvEY73KlG8Rzjeq0bxHuF4rxbFe4RT2Eq3prCFR8szvPeLab4szZel+bKHny/7uXcsXyaEArs0VbZWc0CaGnu4soGgkw20dbKBDY1sYFhLsM4Fk4ItDy4v9nNpXuxN5sV+r70lnKTmxSCcFxsQh1IQVJxkroOTgrzYOCkvtiGcZG4PJ5nbw0nm9nCS+TbhpPxKnCR0BB0fJyEQ4ZrJ35SQE8udaXBSTsFJw03kxVxsO8AFgRTLizG0xvCazfJi9qbyYn2eFxvKxnsIQ2q8h/SwQ5oX+4vCeOP3eEswWpRNtY7+Yc+Hb9uqbDLGVKqGuMtqiGnNU8F2f3HD2G5l/kvFdbfMf90Drttc/uv/1OuyUZNXDkyexU1ehZu8qmCW1gSztK6KNMmybF1JpAklFltCYtHUGsTMK9L0iR8N6EOTc0rtVUIwVUUIpqIIwViKEAyThUm56PfelymJOA00Ik53UVyrBczR+mrmaBfk2ypQalJtMpdpUm0yo4o2n4UEoIp0o2KTd4gg+qpo1Df5wPtFwQZ/8puS0FNPEnpCQca2EGQ0tcXAzCvSSqgWNsGGFrcFgxPSWmELWootaCm2oKXYgpaElhopv3wnm9okIaihRghquHVD0QP5ngvUnnSGoqUzFC2doWjtrKH4b/VKcFtDBlQITmsYmBQcf/D7KQh4uxrSJASwKbnl2yKA/juFAH4KEUDhHhBALOjX+vp+8MzbqbN/h5rJJE+/KRHm23p6+53y9L/aNUsvO6K2c5qXajv/gNd2rnlth7Bazh/i+SBfNm54bed7fP2a13aWrLZTUka6H8SMdCdk6s38IaHnYSrMuTrSfR+HhD5JGOnOKys3okgjz/2MjAu/4GUXMSRUHvRJR7p/TIpxB7pkdRY66bIemftZVA90xcjK12JIqFqooiPdYw90zaoutAzVjMz9DB3ohlGXb8SQULmQxEe6xx7olNGcaVGqHZn7GTrQGa/bmBpONB/pHnsgzoW+EENCL7J+Iit6oAs2JPRM1Gaw/PbsMjjQMmF2/GWWVldowarP62vPrmJmx19lKUX53Hy+5wGtRB2wShTxPFyRKlH7sMRK1D4saSUKLNjHV8xMhmeIgsfJ1GqBCoJSFB8DepnzS1P43gvaR8CKnrTQqZ8e78EClxcOWfDn0qPTP/ms0Rs6vhfmuLxwyJw/qwAzXI7pFNPrXFDvxANe5aBEa1GEvpt4c+30+Avz5NlphhaipjiXlY5odQggYQdgJpK819kTmMGMJnnxoLgLCTs/Lwg7UwAk7HgAMD0O/uj+ZoJqtrVxlDEA/REA+FU9WiCaigLRZSZcBjoXPOmzDBKlWRO/zTvzBxxvDQO85XC85XK8NeL9/mOOqiaJZGsUFSJyx9yEUqufrEGtHil1JVepKzlKXWmo1JXYdNFlOoZ+Z9QqKZd6GZkGKuaEQmQaqJgTakemgYo5oZxN1I/MCRWUIlseFdr2J4iOg81tIAhwCEzVCaIKdGlHoUsrCl2a4cKSqFud803nWb9udcE3XQRDRS/5pkupIvWHOUICqYtrZW4xAQ8IrUj9vKYidZ4T9aecqD/lRP1JELGvxVDRK9NrijpWK0w7utbSjko+7ajFy1NNWp4qhefXP0ksTx1+HjBGQsWkQ1pMYuglVII6lCjYocLVoUTcDte7DiW+90d037Wyb6nMtr/2S1fXCiXpagUl6TSPpav/pWeWXnbXgq1TCbZOQ7B1GsDWA52K+aF2tn0ZpmTuLSKw1VRgazDbfslhq3kX2BqZm54EW+ls+49J4S6wNQeF9WErn21fuAtsjRwoCbby2faFu8DWyIGSYCufbV+4C2yNHCgJtuKBlglD9JNga+RmkGGrR2HrIYOtU4/gigRbl3CAsHUJB59yuLrEV6KDrUQLW707w1ZVMJ3APi4vHLIvwkmY43JMQeoNA7J0hD0btf+9XAB2jynY1cBWJno0pe+eejMGW8uUP1UW/KlL0+eZ6/lTFyYzTWQPFjCDfVxQZqnxl9AreTBHD0G/KGl8jpsI8yO4n196M4Y/dZWL509dmODhB13nSAx29ujZQHf0C8Id4ffYWcjskWnYleYcMntTkPkqg5iZYmeIYueijJ2LME1uVASBpq03gqZhks7jfwDynDsItacItacw21GoPQUi2zYChNoHoT2n2LZNQ21ThtoqC6yogdnI7i/LLLBkmH0UD7OP4mH2UTzMPkqA2UcJMPuIwmyZIRaF2TktzC4jzC4HDDEGs//DNDucZofT7HCaHX6j2eG/nGaHXy87LBRIJzQxjDaxlCaC3wE90lIImIb0SEGjOsr0SG2N6ijTI5WAqapHKgNTSZK0LQFTf/PbkAX+y2kWeOeywH8vzQKnWeA0C5xmgd+9LPAvplng18sCs2HDVW2+F1PCbw41pwnfnRZgLaXZ3i1le38xzfbuVLb3GyWjp28PvBRaNBdCi+Y8w5sCzjK8KeA0w7VoPuLNAGvMTfgqN/vXWW72r7JssKjpa2XbzHAP0XCPYIjo3MGXmTfBF9eDmM6hCbYUDnxOnA0Ag2d5oYo3WDFuYaCMWxgo4xYGyriFgdxTQNeWaVfRfbcWO+ZTcKgADfHADfoIHFzZA+8OfQS9oI+gv7qPYATiJpNdA2smGAh3YoVFaQbCnVTCojQD4U6qYVGagXAntZAoDX6HZ8WP2c56sLNENU5vMIINdx+Uoz7EjPqQUtSHFKM+pBD1IfmoD8mFfIj1SygRWw5JxH7EpUdp4UiYlDI3KRY3KRVhSqrClNRUqdh6WCr2CqVi675c6ZOVcqUVRa7UUuRKy4pcaUmWK+XCpsvbCcc2NMKxjQ0Ix1YD4dja7YRjr8KCqv8vCscWP1EvVZ5fqkJwqYr8UpX4pSoLeC4ujSVfGusWV6SsXJGSckWKyhUpKFckv/KKkArkoCLJyUZ+/d8sGf2d8ZcjcUptfkoHzHE66DjH4KDjdPFl5gG+uJ4X4zgBHecwgRAzAA+G3JVOTshwhSsdKq50qLjSoeJKh4orHUohkp026+1kZ75rPgUXHDRXBEaBuXJxZQ/I1v3sGMQdGPWzw1g/O4z1s8NYPzuM9bNjmDw8P/sHRaOn7wTeQbDvepMYY2VTnJ/i+ndhWoAE6kED6iEF9btqbD5HpFR4aEgpNregxUQQ2KEUFL27EwwkRORpEJGXIqJdNVI/3TELL+trsQkciU3ghNgETsAm8HRyICQsB+L48m/lOJarPOZarosHciDwiuet4+RA4mdRl+WJzKdZOubaJyGEhDW0Y67jZ1FXBHOA192rMu0gJKyhHXMdP4u6JrgCvCxfl4kGSlk+Zsy1RGSQP/qKcRZOzaCI35SpBXIRXycH0lF5DvJHX7Pp12dmUONvy2QChYJ6ZCx1vICbDCUgnJtB6b9LeQLP91BKLvsUCCv9O94QV6TSPzITqxjee59yRTnA16EVnXuNCm17nHkQFZyTRldLpf++KP3bmtK/qjUyhAkuLxwy4Q/RkI6r5vOxb3Jh/bnvsS0jXJi2nFz6t1npn2mNOPTdjjeO0xqRyKkuGio6WdwhAySnDmAkF61GMKJFKzwu7kJy6i8JciqK4e053pBq4q2owFv3pvk2IE5YZCrnEDfI1rU4omoHiKrDEVWXI6rVkm9Ct9eRpxD0qW7vOmX0nlJG7ypl9I5SRm8rZfSWQj5NpUp2RMV3qZtoDbqJ1rZuonVDM9E6KvNWDsm8OQgoHHDVMdcKoGhGAUUjCijqUUBRiwKKahRQVJLK4Q4MZcsSDMZ3YAgOLYf/kr4cXhblcEuUwyuiHF4V5fCaKIfXRTm8sR7DNJA3UWXgIvImySXx6ecBGgiVxKe8JK6RepvykrhGIG7KS+I6XbkpL4mXNSXxKWeYljbEMP3PumZxTUzoSpjQDWFCN8CERCd9Mg1Ln7hkTFNe7AxoqaWyJLDayiMYp57AhHGSwPGY0AphQp+YWouKiGglgeMxYTWECX0qaiMqIqKVBI7HhPUQJvTJp60QJoyTBI7HhM0QJvTppp0QJtRJn3QTMWE7hAl9gmkvzPuMx4TdECbsCUw4pJhwyjCh6zm4ImFCpORVkdJIPuVY0MNXx4pqBIMQQFEx4VDBhH0VE9oCEw40mFDVVXEAcHnhEBCBlS/rO+aYkAuaMO2V7+UCJHlMkaSMCQcMEzJdFZe+2/VGcboqt2GETmAEgAsK4zFG6BDGaNHpd3UYI9TZFCN0yBmhMcB0SE8Iuo+/ItwHfo8VeLRyXyxR1DoPu76cQ0YBHm1zPNoJ8GiX49Eex6P9mAReghaxm9ziP1h7YFZfgao9Bap2FajaUaBqW2F82qky8QNQJl7qlIlBp0xs65SJGxplYhXHIutTlStugYs41oWRKles4NhWFMc2ozi2EcWx9SiOrUVxbDUJx7qBGue1osbpYhnmWDFEKo61BI6tCBxbFTi2JnBsXeDYhsCxzfVonUzKpckxbEMv5ZKMYWefB+glhGFnHMPWohh2Jsm1hDDsTBJ5CWPYmaQNE8awszvTOsMyLwzD/j/tNK+Z5jXTvGaa10zKa/7VNK8Z0Vfu05Qm4sJimsJ8V9SWlzq1ZdCpLds6teWGRm05LMHc4CqNwZa3IX/5V9P85c7lL/+T7pawn5q/JOH8pUNG3jiC/cx1sF+Qv4Sk/OWGsJ+5Pexnbg/7mdvDfub2sJ/5dmG//ErsJ+SXRz72Q3DlvqBo8HsSGmQ5Tg32yynYz91E/nIMLkxwQXDI8pcMgTIMOmT5y+Gm8pcDnr90Zffhgkvdh0sP69L85S8L94Hf4x3AnVeiw92nPa+jGW37kPTNVNVpk3KqIL3TCtJpvf1OePWXt4VXV+YpVax6yzzljmHVzeUpL4pGQ99O95EnNOoqgVWtcqta41a1LvjeDcH3bjK+twjzW8zKdtDK9qGDKLaLLzNvgC+uN4zpMRlgQ1zb5zW1YAhtzvS2T0g70QjXoS0Z4RpdE0a4StdsX7muLRlhi66lHSf33kneNZ9Cl8pREgd6AZ+7iyt74NyBz90I+NzN1XzuPsg3mU/lbqtmn7G426rZZwTutmr2GXe7rZp9Rtvugy1o2w+Csf29otHchsXwC8wtbjrazHR00XTY0EXT0cOXmTfEF9dzYkzHEE1HJ6Hy3AYHOtyYDE5IZ4Ux6SjGpKMYk45iTDqKMelIiK6Vto3sZC9tz3wKPapzSVzoB5amhyt74G7d0tgg34G+penoLE1HZ2k6OkvT0VkaGwYPytL8LGKTwpvHJq43iLEsLQpLUhjyLjS+ShhkqMEgwxSD3J9luEIMUrhHDBIbt2jRxjAwGinceHe7VCWs4WiwhpNijfuzKL/YN0sv+6Jmdy3X7H7GYDW7M4PV7OasRvf7eJbmXzau8mz9u3z9Ms9qdkc60ZVHMaIrc7Lw9v2p1hdh2taFKrpyiFOtP0gQXeEVM1prqoYGVUd0Ni5ZewCtJtVCk6mp6EqCcsgVq59diFKcOqg6pBxyzZoFaMmpEZpMvUp05YZV0y5FYU4dVB060CkrtWH9hVbo5NrjKtGVM9ZmcCXKdOqg6tCBzlnh7VJMtZbLhatEVy5Y08G1KNqpg6pDB7pk1bkrU9OhwEVX4q8R60y4EVOtr7N+1lBzjdhU62uT19+wfvvsJjjQkwR1l5ssraDRiueAF2ifnRr6u+7UoO0CNzg+e0rrjY9YvXHuzXBFqjcewhHWGw/hiNYbpxYc4uvMio68hhlvbAiVIadBwZGPrT7PBwVIfPcZrrusbk5r5Xp9lxkc4PLCIQfcBMzouGo+HBuNAUxhicsLhyy5WZjCPi7HdOz2ZT4omeMBL/Jc32VO3z33llp9l9PcybMzRjVb4ChxOlXcIVOkmk1hXyTez4wT2Id9mnjHg+IupJr9iqCaLWCKVLMZTGFxHPzRbg2x1mzr4Oh/mNIfNgX8+jNaBlyIMuC1mGd9JeZZX4pq34VoWzjP8IHWZxmcaE1nljgcOLocOI4C4DjmwHHCgSOI0Sgex4dkpUb4XO7OJbTl4YM1Wh5AqSNOlDriWKkjjpQ6oqvUEdk47CepUMxuKYY/iYyvFoOtl5Hx1WKwNUTGV4vB1nZkfLUYbM1pcYPIYGvBjRvKs607/shrL9jcgTmCtTks1JHXCgzrRGFYOwrDWlEY1gxXE0Wx8opvugqKldd803VQrLzhm26kMuTv58k8ULtCaxhM8p/DDOa0DPkrmjLkaV4UHUWXxLWYgn2VE0XHHO+SuMjxKdjnOa8lipftMH/uzEhWmGnzmmRLrzDzQWJN8vHnASnrq7RMeOOXCXHfEw7+wiXEx7SEyLBeuPT4mJce69GK5WNesWxE65yPeZ2zGa2OPqbVUVl95swQ9crTrMytu1nBrbum9crfs83SS3stnL6QcPoihNMXAU5/pFOfeRyjPrMgS+8ggtNNBacH6jNHHKebd8HpEcGRJJxO1WcSJFSScHpEQiUJp69Sn0nC6ZEDJeH0VeozSTg9cqAknL5KfSYJp0cOlITTufpM4S44PXqNEnA6HuhJgsxNEk6P3HUyTp9RnP6Y4fSFN8cVCacfwSPE6Ufw6FOOz4/wda7D6XM9Tp/dHaerQjdzOMTlhUMORagOS1yOKSq/YsidiswwMZzv5gN0f0zRvQanM6GbBX33wtvXCt2c5fyWED0t8DTHrCDZgwPYh0NcUPmx8dcxyzGDJXos+kXnjV/FTXPm13A/PxW5GFrgRT6eFniagxl+0GWexAQLM3o20D3+DeEe8Xs8qBhhRhZhd59zyP79xQg3GQwSaLAwXSmKvkjumJ6K8MG6h/ABSKqY8wAk0h9UbLHA2GIB+w8ntljAXDaec5hTYyP0dhXjubXYwpRjC53UjhpXRKR2kuOK9xLiivcS4or3EuKK9+Ljivfi44r34uOK92hcIfMgo3FFThtXhGV4WFzx76T5/zT/n+b/0/z/25r//7U0//8m8v9CBZ7Q1D8a6VKa6n83NeGfaJTfWbv6UqP8znrWQaP8zjThbY3yO9OEl5C4qgkvI3FJFr4jIXF/81ua5/+1NM//MPP8v57m+dM8f5rnT/P8aZ5/i3n+76R5/jeR54+XvZ/SpP99hQlpSn/HUvpqPr+U5vN3IZ//nTSf//Dy+X+vZAz0XcrXQvPuSmjeXQrNuwuheXee4a1BZ/iAMNfQuu2s7FPhaM4M7mhODXQ02Gg04a7CYa5ihK4CYIQByhhfZp6HL65HYjoRPexxdn1iqQME3GcF2mI0PSHuinHarjJO21XGabvKOG1XGaftyi1GdO1J2qV438MSxuZTGFOhOzKDSdBWNMaVPZjdoa1oELQVDVe3FQGIW052LKy3yBUOrBIWv3OFA6uGxe9c4cBqYfE7Vziwelj8zhUOrBFSvgNXOLBmsKdMZeTpSJ9wL5IVdVlm1GWVoy6rFHVZxajLKkRdVj7qsnIhl2X9bcMwXlqfZD6TVd+/yiXeP+IS7x9ilVHYJIvbpAq3SVVhimrCFNWZKRJq8A1ZDZ4hWlLApCSXhf9gpSx8VZGFryiy8JYiC19WZOFLsiw8F5B/kiASn/0Ev9SHxKBRmok3fhNywY1v4MoeNCM3vubTVjwINfog5PFBqEM++UHAmzcPBZSuZ8kUVbj+p7PZ7MvSJ+oFzPMLWOAXsBhcwBK/gGV+AS0RZogLVpEvWOUW18lSrlNZuU4l5ToVletUUK5TfuV1IlXIQRVyeEZITndO/q2yMdxhLw3ilDv8lLvMXY/RXXswRnc9wZeZR/DF9aYx7pqgux4lULtcmMKIO/DZCRmtcOAjxYGPFAc+Uhz4SHHgI8WBj6RQ0Ek7hndyQMnEfIpjxdHIzQECIzfBlT2Yb927eyDux6h3H8V691Gsdx/FevdRrHcfxXr30dvg3X8Vg5XCgw1WXM+LMXsOjVO4WSNpXPLuTE+RgpKpJiiZvoGghKRByXbN1v9eMoY7bLbWRm+xWRYtTiOBRZumQC0FamGUNtOgtNkbQGnTFKVt19z9Q5R1aK5FSRlJlJRRiJIyCigpU52k1yws6TXyZWnLcdxwWdZBJkgEkl7kFa8TxEl6xWsvlGWpgXMm6+AzWULiWFpZh3jthYqsQHDBZB187kpIHEsr6xCvvVAThBNO16jLbJWQOJZW1iFee6EhKCaczdGU+SkKmyNG1kEiy8gffcNkHa7MgPvRlhkpMvdDJ+nVU6k18kefcnKLGVBDujIHRaFqHxlPYpg4lLdiBowR+qfIGHEoY2TGGCMjz8UViTFCYIqMEQLTT7nSLcFX14qqPKBu7J4grESFcCWlBpkxMhCMkaGGMaLqhbng4fLCIR5/Ql0qz8D1IChjRNHF/S7bMsGFad7KjJEhY4wwvbARfffIgzi9MInEPUYBDaql4RAHSdwOTORS5AQmtBSJx8VdSOL+W4LEjSK9e47nUq3eFcQNa6e0aB0yCstX5hwyDlKibY4BOxwDdgMM2OMYsM8x4Gop2iKVFCvASJ7CMoAia6NcybmwFc5FX+Fc9BTORVfhXHQUzkVboWancmP3UimLKjg80Sk4LHUKDqBTcLB1Cg4NjYJDVH62HJKfHSH+GcE4Af+0ovinGcU/jSj+qUfxTy2Kf6pR/FNJok2MwJVtVSAtMwIXRpQ28bf0tImyoE1YgjZREbSJqqBN1ARtoi5oEw1Bm2iuR70OJMpUedqIRFkydWLOqRNlDXVizqkTOjXZOadO6FRo55w6oRGvnXPqhEbyds6pExqh3DmnXpc2RL3+C32zuCbOHUs4dxzCueMA58508mXzsHzZmABNJLJTquVcC0hTCeHcQL5sKnCuTr6smohzrRDO9RnbtagQWATn1hNxbjWEc32OdiMqBBbBuc1EnFsP4Vyfld2KCoFFcG47Eec2QzjX52F3QjhXJ1/WTcS57RDO9ZnXvRDO1cmX9RNxbjeEc32utR2mQMfj3H4I59oC57oU584Zzh17I1yRcC72pFWR1Tn7lOPbKb6OLA5oZZw74hJmIZzrKjh3EMK5Q4FzHQ3OVbXRRkBweeEQIiJRAFyOKaq9YsiXipIx/bTv5gN0fEzRsYxzHYZzmTbamL577E3itNFuQ472YAIEFxTsZeRoFwB9Cv2uI0aOHm2KHO1ycnQM2HbpCUEH9uvCgeH3WIGxK7tEmAaXjMMOOeeQSYCxOxxjdznG7gUYu88xts0x9kBkUYdqFShm5GEFCjBOnmLirD0EcaDAb1uB330FfvcU+N1V4HdHoTwPKXE5EYNXEjC4BfR/RJTin/eCwS3wD/9A0qeV+Dq3JRC4pU5IlGC4FcbmCMOtMDZHGG6FsTnCcCuMzRGGW2FsjoxnS8HmbRgjNh/DRGDzShSbt6PYvBXF5s0oNm9EsXk9is1rUWxeTcLm40B3HE1boDs+hhGMjxXTpmJzS2DzisDmVYHNawKb1wU2bwhs3hTYvLUepZnJsbU4Lm/q5diScfmC43JLg8sXHJdXNLh8wXF5VYPLFxyX16K4fMFxeT2KyxcclzeiuHxxZ0pzWKqN4fL/Os0/p/nnNP+c5p/vL//8G2n+ea38M5cShgFNPSPWLaap5nci1RzkmXG0UtC/V5byzH7rXlkCuH7XXlkZFWKrG9mUkIa6kQ0IKaobm1xSOtjyluaZfyPNMz/MPPP/19sSnlXzzLNwnnlEJh5E8Ky5Dp4N8swkKc+8ITxrbg/PmtvDs+b28Ky5PTxrbg/Pmm8bns2vxLM0q8ywKsezCBjHLyjC/a6EcFkuWoNncwqeHW8izwwwBg8XBLwsz8xQNcPVLsszu5vKMzs8zzyWHdgYxtSBjelhxzTPfCkcGH6PdxxL34iZHA3G4tWAaq3gs4DZ98HooDMTiKXH2mWGtS0op1h74yllK4aRm3I93jAGv9w6Bl+ZT1bx9y3zyQ8If28un/wHRaOlb779Ku/e+Ig3b3yIvRvCcNe54W5ww90U/Rct0X/RZv0XIjvSYYa8h4Z8AD1E6H18mXlDfHE9J6Z7DGVzSden7XXAgS7vvHBPSDfRzjehK9n5Bl0Tdr5O12xfYrcr2fkqXVv6PezdtJdsF2Zc9M2n0KfC22QEdtBf0ceVPRjdob+iFfRXtFf3VwxAvuX81oqu6llYV0VX9SysoaKrehbWS9FVPQtro+iqnoV1UHRVz/Lgmic+LxntbRobn6bQ4Vany6xOH63OEPpodWx8mXkOvrieG9uzmnlFegn8hS640ON2aHRCeivsUE+xQz3FDvUUO9RT7FBPsUM9CW920g6wnWzVt82nYFMtbzKGQWCkbFzZg/HWjdQQ5PvRN1I9nZHq6YxUT2ekejoj1dMZqd4DN1K/i4iocH+IyPWGMUapQ8EQNzpOCn7enUZ6Cfm4GuTjvgHk46TI5zWMyr+NyKewA8gnNtDSYhwnsDduCnJSkBNGOCMNwhm9AYTjpgjnNYzRXxuYpZfDT4qs5npZkGquv8lrrpe85nrAaqzfwbN28GXjosDWv83Xzwu3lznzBRUuwyTCS1XgbImCCvmvxUtN8VrnlSibyhoJEampK9aAcyUEFWRRBCpw9nG8eNY1q3xeiyKqqpEQEs+6Ye0410JQQRZFoAJnCQc6Za07N6KkqmokhA50xoqkN0JQQa1R557ZCQc6Z408VBWgHdFICB3ogpVMsYpGK61yDZkKnCUc6JLVSGmpuxvRSAgd6IoVUM9yvO4ql32pwFnSNWKFVFr47kc0EsLXiHX3nOc0HUFU4CzpGrFOoAshqHBm+ElYzTViggoXOVFFxTefBwf64OP42/vcoHVQWhR3eA3/2UWMktqFQZtzLnPP97yFrKR24O2HlNSWTEltyZXUFhYs8XXfEicnHyoeL6SSd0EtBcO+XEHG0x5UcfG8FsS+AmNZUGaFXlRtgZWG8wJZorIZE244L4jt3y6QQ1hQiYcFNz/7uP0CtzNJhUNmntj27xTIY9iHx0zu4TsFn3iBP63ApdYO6CcdeAut1NpV7uTZOasq46H3cUF9N2RJLmApqiGXxgksYUmrIfjVcReyJP+OYEniH+85Hv794XHwR7svr6DZ1oUFOYAF/bHilGC1dymqvadZXtO9EUoL12I405Wo6l6KNqILMZXpPMO1Fk4zKLZAUfGYo+IJR8UQoGKPo2LCUfFUTJCacfA7T+xOqkIBDuRRAHPai5T/2upepKlSOCZK4dhTCsegFI4nSuF4rBSOmVDDB6lm232WFxTJBdp89EFEWEFILjyJCCsIyYVlRFhBSC5ARFhBSC7YEWEFIbnACZ5ORHJBsDxdWXWh64sxzILNXThARHoAS1WMQcGa3SjW7ESxZjuKNVtRrNkM15BFifrU4BjY8EvUZ3wT8vt4ifqcbzo3guLzdwpoamRzG4jYoLllIjZ/R1N8vhb6DFd5UWrOi1JzXpSa86LUnOc9TKd5rs9wk/PaomTdCTNBL1eIvXV4JbqtF3vLf20dsYZWnEQCQ4cxwgqNeDmGeoKKQy1B/aGaoBpRYZyyrM8qEzs/UJTgLv0y9blCEz3LJtNELwtYpv6fhmbppbNWyHIohSyHoZDlMBKyqEpwj/RKcJGQxVRClkAD7oCHLOZdQpaIGldSyEI14D6O1xdLClki+mJJIQvVgEs4UFLIEjlQUshCNeASDpQUskQOlBSyUA24hAMlhSyRAyWFLFQDLukaJYQs0WuUELJQDbika5QQskSvUULIggf64OP42zspZInc3nLIsi+HLIfeMhSyHLCQ5YCHLPsW9WveMjZk2U8IWZavEbKounP7PGRBZTfUkXvMQ5Z9HrLQ7SwEoeZnyUMWIdvMMyps+3cK5D1YwntMMToSsjA1ukP6SYcxanTXQWOXngh7lWOWmOwBhkdLXFCPuvFfIOt1n0rUsZ+ybPyXuIl/M9zP7/c4IuxZIZ4Ie5XzT9Wh7MgP4ZA68kN62EPqyL8rHDl+jwcfLu3jb+NghZ1tDJcOdilcOstivETjpkU0birKcVMRDpOnOixEJGXdeyQF81TWbqdk7SJhlvUWhVmHGGYdwsGDDrP247JaaJ2XqnXefphlymGWTg9PDbEienjJIdb78SHW+/Eh1vvxIdb7CSHW+wkh1vsJIdb7SSHW+zTEkpnA0RArpw2xwmJ5LMT6VloVSqtCaVUorQqlVaHtVYV+K60K7U5ViPUSVmFOC0LoVEppAegdjFiCsIQ3CkpBCT2fwSQOKSjx97BxHFJQ4u9hMzmkoMTfQwdzyEGJvwfDEiUo8fdgWKIEJf6eDu9TZUGJv/ndqf78Vlr9eZurP7+VVn/S6k9a/UmrP2n15y2v/vzdtPqzO9UfppxT1dZ5sBS0GxFTWujZsUKPWuUppVWeB1fl+btpledtrfL8p2XD1Y9gOM3yDsQbodJ7LVR6r4RK76VQ6b3I8BbE8wyf73Uqeg+/ygUlPuLODduafW9kc2804N5oKLwR822XBvdtFwb6NuxsnHLvNGbeyWO64x5GbwRfZt4MX1xvHtM1PcNRDhM8fQv2pI9hDhN640wSPdcQJpLnGtC1hi9DMZE8V5+ugT9BbCJ5ri5d8xsa6doHaTv1fc+SIeZTIOBh2L4P06CJkeDKHuzfoYnRDZoYR+tIky/wnpxE/BJrZgSYPPvg44guL2tqxJ1PPo5I87LmRty5/DiizsuaHHEnfBwR6GXNjrjT/jii0cuaHnFng+9shQR86c4i39kOduL0NYMNWwt3RlairtOMuk4r6jrLUddZirrOYtR1FqKuMx91nbmQ67R+3zCMl5VPMp+hufSRO54yZuxK3NiVubGzAmNX4cauyo1dTdi4urBxDWbjctzGNamNoznEPY7OSQFzyMusi53YaLOMRJuFDjmwWVW61vBbqw3JZll0TdisMl0TNqtE14TNKtI1brO0h81+gl/xQ2LQKNXEh6oFueChMnBlD1qRh0rzaSsesjp9yPL4kDUgn/yQ4fOQh8L3f4SGoWdZ9Sa0/uNsNvuy/Enouub5dS3w61rk17UUXNcyv64Wv64VEUmJ61iVr2P1Fpevolw+S7l8ZeXylZTLV1QuX0G5fPmVl4/UIAc1yOGJIjndqfpfy8boQaEGP7gd80syYfCBIHzwgCB8mOLLzJvji+stYuDDHOEDoKnej2M9TmABQK8urAAUoAAKUAAFKIACFEABCqAABVCAFAqP03kJOzkUamo+hSkQyl+CWWAYp7iyB8utow0P9vEWhhi04QHEow3cGYs2cGcs2sCdsWgDd8aiDdwZizZw51uKNs7R0BZiDG1NGNq6MLQNYWibwtC2hKFtC0PbEYa2yw1tjxvaPje0dmBoB9zQDrmhdYShdYWhHQlDO5YNbbx9ZXHZhJnRxRpG0lGM5FAxkgPFSNqKkewrRrKnGMmubCTjoq6qiLqqqX3ctH30DBrteKCd3B2ykPsaC3mXeGxELWQVLeQYqqstJEgW0pXNihmykDWd+XwSNYKB+VxGjWBgPiFqBAPzaUeNYGA+G1EjGJhPYSE7svm8jYW0ohayHLWQpaiFLEYtZCFqIfNRC5mLWkgzEo+VjfGDspBzAUUn3FQCM5VTNJUEpmgqZ/hCMajm8QBYoPHcp8bTW2E8PcV4eorx9BTj6SnG01OMp6cYT09CmJOEYoshii0pwnxjxRbPoMjO82It68x8CjOa1SJLmAeWdYYrd8Oet7OsBDy0rF6MZcXdsZYVd8ZaVtwZa1lxZ6xlxZ2xlhV3xlpW3PmWWta/0TeLL9tCiimRZQUSywpCLCsIWFYLnRTTfliKCYjnEVrrseJIVkJ1pxLpMxDcq/krXgzSSTFVE/WSLFke6DIbULRqUVGjiBRTPVEvqSrLA11lA1JWIypqFJFiaibqJdVl1aBriYbViooaRaSY2ol6SU3BneLMI5941YmKGkWkmLqJekltwZbixCSfatULEZN0Ukx9lTMmf/QZI2Kd5wIak0+uskM0Jp0U00CllMkffc6oVxe5gOXk06mGYZbTkfGBjhl1kaWsqstcQH5iTKnne96Ykp/2GfkJvAmuSOSnOSyQ/DSHBSU/jS2Y4+vE4iQrmds04WJMITrUWPoxGcq6CmhOGeIKEtRIw3hSVZ4mMMPlhUNm/OGfgIfLMdV9omymMUxxeeGQKTcIYyC4HDuEcIYU10AbMW4TU3kC+m7wpnEqT1LnhYdhAS6oloqdF2Mgck2bAKE1bTwu7sLOi78vOi9Q/WnP8SZUBGoFxaiy67QjGBPw1aTwJ00oxciTEtp3BrUNxLQJc7QqUACQ52i5a8/RchRS0FAhBQ0UUpCtkIL6Cimop5CCukobhZXIB7IS+EAW0P+pJD3/571AVAv8wz+c0qolpJUsdY6WpK9kQUiJCalAVliJCVlAVliJCQlAVliJCbk/VliJCWk/VliJCRk/lqLE1AFAtAbgJaC1ThSttaNorRVFa80oWmtE0Vo9itZqUbRWTaL0QCDafKmINgNMAKg409/XU3osQempCEpPVVB6aoLSUxeUnoag9DQFpaclKD3t9Sg9TKWpzSk9Lb1KUzKlZ/l5gI5ClJ4lp/Q0opSepaSoFKL0LCUdpjClZynJN4UpPUtJ9ilM6VlKclERSs/yzpSesIQTo/T8I/u+cDvxpiluT3F7itsfIG4nuDBMznE7lUVlCq7flpD8MUXyK3G7F4fbb9OWMAUPZrggsGdtCSx6YPHDhLUlTDbVljDmbQme7D098Kj39OhhPUqIvRLeE79HGjMkJMKzPBHeYEyMtYMHzQUc7U44QbOWca3ZlmjNttKYYuNp70o8sSKNNXY01rhKY423Ndb4j/pmYc1YYyLFGpNQrDEJYo25LtZYhGONCQHPoxe0vCrWsGJjjVlSrFFJjDXKoVjDUtq4V8QatcRYoxKKNapy4/aqWKORGGvUQrFGXW7VXhVrtBJjjUYo1mjKzdmrYo1OYqzRCsUabbkde1Ws0UuMNTqhWKMrN2CvijXsxFijF4o1+nLL9Zqxhh2KNQYi1hjRWGPBYo0Jhh6wkGKNGcwx1pjBnMYaIwtmPObgTdxSrMGDCicUa4yUWGMYijUcEWu4K2MNJf//HRZHAC7HDuEpBxgBweUFjT6+zbZ4uLA6ghxruHKsMaHvnnhkjRoBYCsHLscOGWGNYAQxMH9Ed2GN4LdFjQBghDWCMYwAVuF9a9djABiRCYzojx0B/qQxxfsg4f07c7AbiPt1U5UscKAAk/V6hIcKfh8o+N1W8Htfwe89Bb93FfzeUcoB5UToXk6A7mWg/yPgFP+8F+heBv/wD2SqUlmQctUm4DLHw4jc/f7fsgTa/dbfsjJ6CdSNbOqSrW5kA5ca6kY2a6mobqRjlpQtbZggPp8AqOptCj5vR/F5K4rPm1F83oji83oUn9ei+LwaxeeVJHw+gbFs5sbhSH+PmjkdPi8LfG4JfF4R+Lwq8HlN4PO6wOcNgc+bAp+3boPPWxyfN++Cz/c/D1BQCJ/vc3xej+LzfY7Pa1F8vs/xeVWDz/c5Pq9o8Pk+x+eWBp/vc3xe1uHz/Q3j89+x7wufCw5Pis9TfJ7i84eFz2nmX+LwjCgAhhcUsX9bQuxRDo8Wn8MmagEEAKa4IIBntQAWJbA4YcxqAeNN1QJGvBYAsvcEAOo9gR4WaC3gd4T3HK3mD73TscFZNp5IxIMEzaVydyhsoI1ycVSisqASldPYYeNpfytmtJAfU5TVqEKKKcrhnD/GFOVwzh9jinI4548xRTmc88eYohzO+WNMUQ7n/DGmKCs5/3cnpvidNKZ4W2OK3ygZnZjm/wxv/v8q77z6iDdefYh9V8I7NLl3aHHv0BadUh3RKdVlnVLCW/SYtxigt7BhgOHHEF9mnosvrjeK6dXHKQukjz97zAeOwQj69IL3Ez1JG/qSJ2nRNeFJmnRNeJIGXROepE7XhCep0bUn/vCNfjrqZxdG/QzNpzCEAUaYE3CCBqghruzB5A4NUJ2g+b67uvnehjHek33ZV7D2Jhv6ovdJ6WzC7U+U7aypCbcvle2snwm3g7KdtTLhdlvZzrqYcHtD2c4663F7Udn+NjTV/5OS0X0jBswVuLfHLVmfWbIhWrIBDNGSOfgy80b44nrjGEs2QktmBwOiNG/pwxhsatvsFbbNVmybrdg2W7FttmLbbMW22YptsyWU3Eunjuzk1BHHfAoODNHwAbiB4XNwZQ9g64ZvAHTunh01fAOwtYYPt+sMH27XGT7crjN8uF1n+HC7zvDh9rfP8F2g4SvEGL4aN3x1bvga3PA1A8PX4oavzQ1fRxi+rjB8Pdnwxds7Btn6zKyN1zBaHcVotRWj1VKMVlMxWg3FaNUVo1WTjVY6BeRepoAgEPLs2F51yWJNNBbrLlCtG/Sq91b3qqMdCFss1qYetViBJXsSY8mWMZYMYiyZHWPJGjGWrBiyZA+/B/17JaP3RizWSEC1PjddNjNdDpquIThoulx8oRhNc7vaMGaDZdGYDVYYs4FizAaKMRsoxmygGLOBYswGijEbSAisn07l2LWpHIh8vEGspXPNp+DSABSLC4Glc3HlbtjsdpZuCAO0dIOopcM9OkuH23WWDrfrLB1u11k63K6zdLhdZ+lw+9tn6X7TNKzP8i/Nr7NZoQ00eM8bf5qYYD4/xexqlhoqvEEMTPAdO6T4L1b3oLHMmgQL+CT7fO9fqO7hu/jk2CKav2W2sszuHRhFrwTZ5599wytD9nnmG54F2edf/4ZXgexz4xteDjd+6uWNp8iYgdJnr/BmqJ14mC9unXi153ue8c8EPSPP97zs8z2vAPnnxr9EU8EdqEGW/lUVhV0wq4yvf+kcalBFcaI631yXNjf0m+2Pwx/idSD73Py6l4XCc/PrpAAVdoFzH/6zyUenf5jBPzTwzjAgR/8w+Clt/lMMyPPPasOe8lkdqEKNftrPf4v0oA29H3MIvon+rPj3eG3IPs+yQ2fx0GX2nS08TvJROtCGDn4CPsVtaEP3Rx2vCyb+BBOK7HMayyzeKjhJ1vjaCXR/2Niz/nHWML5e+sx4ye6iuriL8pBnd1HOv4sKKPZz7JAy3kV1/y7KSXdRQ759LMixGyaHN0wBcnjDVI2nOHcXLHrDnHh7z/e8YnBy8cSioE8JquI+wUckx++uI2PvW+xu/jGH0NoEPtiarQ3tVlvd6mUhh/dIDkp4j5TEPVLg19U/cvSvMvhXRTy7RSiwvzIhC1kwfxTrC3nckxfXr66edxPP+09nMibFKOzsZfAU5dEYfUp/N2Tw1BWf73kZTPCg+Wyiuhke+ieDf2elfxv83/wnZfAnZcSlz39Y3ZM/iP+CAn7PAuTZkN6f6pqVz8yXuU+yyP15ekKasz12W9SodaA3CFBLYZK9H8oWoYm8IBOaUPuh7B7UkBWUxZeihxvrP5RdonX4smFDE7JfNrAShg/X8+zL55k/TbJfNgC3gPlZ47/P/FD2ETSheYDbDgybbXqChzswltJ2tuOfwoMeGEV6ULbpA2hiJaeWfUrfTQx8aZAinl8DiiT7Kck9z+LJzT3/7Bsk/zz7KSk9z3yTPiN4/i18sqH0PI/vMfECIDUDm81qkIXi1+nl03hyCwdPQREf3p9c403mOm/KJ78p+7z4dfpd6X1rSnZirW/LzUwZf3oZLG4aIf/HqjjuGT/aYp9DP+T5KfvvD//pL9O/zaBvMegfZZ9Ckd3BeG1Ihf27gv4iDxX0HiV2MXJQef6DH/zgB/Wvf4aG4fstr/V8j0rjlaHymWfgqaccmMrz7B9H+4JFLfYbsPpK/0EytBBrsc0EjXbmjzp/1HyK72ZvRUbHHmT+iPOsePJHqhmsrbfkJsaM75Do7+tA6/v/TQbayDbtft/Zo59Rx+ecn749Y4/0vu9R2bEadL/vZOlbet/3Mj9MB3hVsvwTxSuGqR16gkkWSniSoESyUPlj+G2yzzM/ieaBGnS8TLnPoMx/pXRYrnNmelk0K/8/e+8d10TWNQCfKSGBJBA7iOVmdBV7XdcSHQYRe++6rmA32FBEd0VgFXvDtvYlRFd01951o7H3gr0r9p5g7+bz3JmEoD77PM/7ve/316c/zZ07t557+j33jq4lpd1/W9xfXho+ZymO8DlKKSNTWJ2CAQqXyCUwIawG2XpgGMgbtlCG0+B/BqLearWgsYOEqI6npIGcWoNMTKmFKgWNYMIKxkBcT7qmLA1l4hiWAy0W5gX0PjMhbFkSiD8VKZcJYTW5fIEw2AGDlC74IDpxtKDRQAsaA8KA0inHhiKXbUlRxSdd3p4lhsa4gU0M5oYxeiA+SOYckjmvkDlVXXwJL5M41WdQ4vBUKLmFDPEnAXTlKakYqDTBxuHLbPLt7IpfZ6uQXFWER3Ll3bqmr0Ku7p6/rsR6SRlfuRKHRMrjgUUuLHFMPCIT4UaGcaMF1tMc592c+5t5yPA5osXGtO4R8GFcGz3nVUeZvFIHJ6Mxf9EQhce3MgPNX3XJoxJDhYuO+3LhvZZdl4v/etnZ/3/Zv1x27n9z2dn/T5ad1RIMngo0nKcWJn7GFgwXGE8mzWEMFxitWxfxcKDWinxhUIhrFTUJhQynpDFeI8CNJRyKHA3hUOTwFJkEhJVb5PgSHxQENLpDn0AZl5qyJs4tbmRFjxiIXpYu/sRAfIneS9b4y1JFFjdE5RFO9F3j4MbI4PUfcxvzfUPc5Oawloqo493d5CZ5UPTkQ9GTXxE98kWUJL8iZspw8FFgKFLk/ragyU3UyM7VsgZAeEFNOCpo1ChoWKKhgiZnxz5EneCel1smGNVaFCeyoPm3xQPktWI9MDDg53i/LKWMTNYTiB5r6N2qBhPCVjc4GfytqvxWVH7L4m8uKTS6OGjPqjgu0SeBGUGXCgWEwJfiQlB164gqWghrQjOMRu2osW/CmSVNNAZ/u1egmx4tQLatrOyORDNED9owxqjWMfQH2UkrKps/5jXquAQ0tUNYDH/RyCYK0RguMrLOy+GrUKJxT5OwVsJY8B1lZVVl4YjISzQJSm1OVv6RxXmKCPR7wYGC1lPMqAozGP3CwOiD3whNEHzDDB0pWatkLmcWOOqyAG7Qv/ISftRyg4i7VOQ/lIr0lGrxD6VaeEqF/kOpUE+piv9QqqKnFPmHUsRTyvAPpQyeUvAPpYD4CT5hBtRtfNvLFhDxbf1tiP5zOz6IxlhZNg0VvtySTyBqFX6pJsToo2O0WqOPVsYcE/Hxwhc3apRV8IDPxYA2ozDvG69P9KWIjZhg8JjQGiEAv4OjK8VphCCiQ5Wq4Jh06dLmvdeYIYKOBKULBlIwXcDvGBoIk24W9JJ+GNGTXGZBP0TwlwKGUbeA/FDQ+8HH82DGKC1/KRdmGMyeAoW9Sxu8HwK9qrJYVT+M6Ig+u+p/1ivn6TXXf9srr/TqHrBhiKCXezUoDwW9HvDXn+jMgkFSmY15SS6ix4H4DzFLKrOQS+LMxnzEILFmY35iILmGuOGrl3izsQDRS4zZGEgCUOulPn1dGW4Zu1jwTTVqCLsCz5GjoRLCzmUFlkbrFU3HAHnkIpSug1B7TsTQzbHEGG8sKJvxbHy42wgjBUg+kp8EooeeFERXrRAURsanm9GBn24WWLOgI6ykHzZEYHGaLE6GHSLocJrZDz6eB7OgQ8iyCFn328LeRQ3eD4E56unxSZ9d77/qz/A/7C/Xf9AfYTHOUm9eGUbG4rc2af9DzCuTw3TjtymwXGOy4paDJdxF/zjt2ak/BD6N8B6YW6yG24zg9kkG7ezBhypp352ESxM48h//DZ9V/FmrIxWP1LKGX+1ZYuTMRI3NYg0Pyow2Wl1Gk8UavrPwp4fn+/fF5LL7mtUH51mwgP+49nOCJo7AXEe+ShsXX/iAyW773sXNvFBiu8UaXo6POHy6XzVM6i69m3649Ljan8sOyNu88/IpKzD3SVqTRVv2HcNk+rsTCeaA3HUs1vBSzl9q3VxeaYfFGv5ix7qMk9W6YjKgsqVV8+iFWEDvuFX+j/ubMPdmk9IjihZ+gkm/A+/Tdv8cIlqs4VlHxsyKq9fAbrGG1z6ft9KeTcMx2b7O2otJ249jgcmr5sX/NPSdaCG8FRU5bn6qUUXcwKyIwCQq5clvp+U/AWa4f8u8c/dMqV/HGt6r2c0na18Mw6Ey5KcLda7PxPHdW/OgW1Bye8zVFti9r+O0rZg8cSzCueNiBhZYEtSw04ABBzH34wHVWmvph5hc/nLh6oTjGpzAr/Y9Y0fczYUT+P6s/faSym+xQGVtuXITw3/AAidvtPp5n6k5FthU62He4ss7Y+6M2sxhR58emKu7NfrvS9sGYG6fU5vvnHANxVypcI/+E/MhSoU37qSvfvQvTagbMKrwKvRP3n8PhPB2v1nCF5RYU9sa3qDSx4SQvE9xXXvNXzK47+Y8ONB1ofXy656F4FRn2eYfu7WoOua2bDnx1q0h9TF3/NONp1NjKYSG9hmWq8/s/pg7Q3vihjVgEuaOyWjwoenAVZh7u4PEFJ5zEnPvtnwuRoU/x9wqP75tdnlFbpxJxkx/dWepNE713Pled0bWLYHJNRO6p5LSdKotWt18q56fh05Va6Syrbrbp8mFH6uV2Ot3yys5DljZVJGZIUpOykdVRKctxVVvwYeGgTEo2+lLmyor+JOi6UIeqg3pqJokHw2vrjiGaGMFw9hWGI0pW4gFUekvhD8taZsM2hsF0QQorHhOUcYzJDghW2NTRizvHdDtn2ShSM4SRbJLGDnCoD3GkCDUA4JIYWrWoLpIdCQ4uxJGfnPzrXJwNEd0WLsGp6EfWqJK+D+PxMhp5UmhP5xhQ+mc9ECCUTlF107BdCGA5DFTYLONiY6wJAAfqMWLUxYYtHiDFIu3EEKmMOE+5jUKbCgJUmBOh4PwKYJPYWAsRN3cQbJCFEACUB0iAtGRIPdQ3QrSU1kdYhEQyQL5ukYwId+sEYT+6CBSCOFXiBSRDYDCFCb/Tc9oPBaktg0uGQYHhTGjlVYYTytl5KOeOSBtTcNVCTIyWhS2so3zn9VRvmIX9FXRoK+KIpYIDCnovVmUJRpVXljOKngLxDeVFAxjR24lvlblfcjOxV6CysiTguiyQCwOkpFhZBjXRsFxBlElXl5DxrOGdD5CgFnITXiSG8cl+MhzCMA9Eq9stTvbkCPbz50dOBjnytPZWgWtfJrBh/hYLURN1FYLngOyWvASMIU+eKSPQmj2e63vl2B2t+fj5g9Gxt2skSNBFM4ydWkJlypwhmu4bZy9hYgShjM8Ygi32KjSZsNS5gEKxXhEOsI7G1jIEL54gZD9coBfoABRyUO2uAEp8wrv8sGkyLfKq7+C2bf5iJs3/Gej4OVWecJ78wvCpcoz+oppsJRpUI6ha0xYdPEoHOR/gWl40YCHjGUS/vhcpnudwim8ipFvFPsH9vBv+/jXPMELiN6MlnCLv+YF/1xWiRD4eiTZRXLQPkIrSF6ZIIRnsCzKCsrHjFhZoulwwfA9CrMghG2hbIREg6BovBshNDiCbGxAXLB4oWPhr0sX/kbpnMhXSIZycAuKJTk6ZL/skFWa0LpPoqG92lHPyBuDOh1oQatd6serE/hE3xH01oAUNlrwK44fEF/DmKUzQI/r+lEAVGPX4PfXl+ERXsEvx8ZSGIMsMudfwtJ9CDkAQSVDkqeaAH5eNYStSqMS0H+D+0foZKZnuphsR0yCwIcZWusZfEejGXBPFX2fjLK5hYK7QLa7iMcNKS5d0NG1LiB/Bx3PQuskNtZMUO6rEwgv4wJuesoeVsRE3NwRfP9HjaqJ7zcbVfbpNIoXwq178GHQVs/pKBtU4SJ+ezJRepD7Zb7sl/k3k5GhiDs8hCdqNwzxfoe2tDc+rCj+axss0H6lpMQYushsWJZL+QOjjSp0seGevoHGifhg0Ej6t440CwH/+5eUfiMv3zfy8ivogIc52XTB44YV/IkWBapOgRggxEJYMAvgdsIp5z1pUKHscFMOe8o5LbxOeso5oV7HPOWcil6XPco5xHPZYz4lRwn0M6LDQM5xRzHlz7EXSxi0m/ErR+gIxA8aoasPv12Ezjx0IWvp54TzUIcc7l2iyw3w0gX0c+DFCrj7ILDoNvMhfHslqkGFmjb1uaPdhyTkI3vb8b4PpqVRhz619G+eXvf3hMro3DvTFMpaj7Ob3vKhV2CsdcM4e4643Ssxg71q5CxK9F6Fjf5fxM/4KN5mIm/sqlvwI4i/6utRfNEmeGufWYzWsy0jqAjfWqFBxr1joApLHKMEYwg0AqR1MOWlksEsDaJkoSV+eBFGcdBqgEC6IYvB8A/Oyx0EBKwCqzxnilaBSxOyPReETyNcGg0vYQkbnpLvSJCFeVfHGj6s5a78/Xa1QzutSVv884dosWIZ6hOhqfAz1cfvePBu2XZr+N61G7b/7jCiBbiy1cKk5gkzdlisFivul1vTLBbtkUAubyIfzyQUA6litOBbHBQmDNuFguidEjgJKVsdI/DSuzPbk/imqJNJLpcYI73fUzxCj5s5H9ZNkl8UDAN00jMEnfGhbd4b39otAoRX6t6tYNSGjO0WIT8VTIh5adm5NTiNxBiRt3nXFL1q1v5mzdq0ZqKR0/Har7v23ZndQOY3u86Uu2blBrxqhnrV/GbXmXLXCUYOZQwv/T35qQwAXrK9P+9Oflh3JImPoDar19gqJsZfzE3HdnjWzPTp/g++GJsnF3vgvMFCa4Z61az9zZry2EbKs+Kl93tu4yiYryEU5AWhrG9CKEseBf8lhIK8IJT1TQhlyaOId0Po3Z7bE3i6XQYEwkcfPNS/YtfbotsUql7X4k7tsVBpJiOP1SLkJwU8620VAtOEoPDAcuFt3hsf2LsbWTaRFJjnpiGpOx9KCvypY7QSahjDtdT+YinCMtFGjrjFZJYdO/G0imHcxLtTY36q0bk7EnvUQ50bPcRebYj/rg0EWH4SmCbg1hiLCJE3DoPStodVHZ8uuQJioqVcDahozU9rRipzhDQhiBQIHzKIKz8xaHEtK8lPgtIIpKUJSlskZyOVG6BCKY8Zb7SgI5SrYlvY+K6G5Lv5o0fUsJIgkj9HW/IgIY0EpimuC15KStrpUjeXUYWA0idDABcUjJxsXykiXz3ardCt2QXJdiNgCYmh8tUXD8hzyDDZRAI5lwm8lmmzjD8Ue+QygyQrvSOKw9P7MfTKKJaoaVwNDoMgg/JWtSgNM1qlX1ag6816DcB7ezBK3pKXDGZjwGe2t4aPFnyKA10e6TdNtMBKXLQU2F/gJcyERsGCQerTj7BmIy/t9cO9AT+KDIJOYqIFjVmCZlTZ0yF6GIgmmg7Ch15VpZLNBwka8PGeAagIK7GxUoYfSp7N1NhmEblYosJmVYSTz9LzUmA0nTtH/CSUWNAo2KgiOgmaGLV0P0LrbfwCddISjdnoj/DyekF1Hff2sjIyf8JGexR+sBjlMWCUUH1l74wCjsj7+0QVgSJWJgG2nh60UgXCRxtzSxXxB+/fC4o25iF+SHI4ew/YKUawhEPXsQRNBL2sFfhImZyZwsHMJiJ6uFe+jlXInxNV8udEFXfBXThs4R/QCpVbHwRptKByzz2/10RlKGPfRG14yOB+v9LWTtG6UEmSndZ/7MSowZjvzWlGRXCyiUSN08xL/X8SG0t8sC82hL3CUVXBf6jAEv/YaEFVjb2C4aUas1FDVCT3UFw+NWrcci2sIRUYqhW0EjTRs9gla9R6xpgp9tIjaFExQQhLqLh/DVwhH5psehTiamMuNhGth8/1kpKSNMZcRI9NyMcAchF9dDUWJEaLKnsOCIWSvHrAFjjFLZtHvqIKsxiMV3PPU0/0IXRSMTg3Lb0awqhBJau+Hrw0nzQj0LmokK96vcBlSDOC1ou4o/hQOjPaNV5e0YTa7+4ZMkiuigqnGowjJ36NkE/QptU03IeSEa9UQc4gcEqVenKUkodtqGQqlEv6EVW0VzmkAbNR5aFsDjVvjewIR2hxxGD2ouoaHHxBhEi3jejyfEWLmv+SFhvQGVKWh6sDUiDhoykKe/hnLz7UM+P/ksYEdvN/RWMyV9Ax2n/m8sjBjRjFlj0qwlZjQeul835efyQk5BQoGTmZkxJW/uQDnpvIxmyEslXhncjsvWZnBPfdYV7NcNhMtFHttSQStQNRR0Dd3ULkJUF93vzFchC/ZtRvom6oUAcyaz2Da0PvYFNnrw8vDwclR85DBAgpKio4Bd2UkqC0wSt9WpThU2E3H8+iBGO7PmU4CyPTDkN5sYJN7uqsV3UkXSPvHuhXjWmIj7SGNxfHy1vUMUaO+FJGjRpia1nsz5dFvm8ZTjOfin3CRcuSnyGQ/a4Gp0FJWhGb4rTz0MCR7Rq62WW1Ei48/uyJTjUv3qltDX+0sMzEu3c6fTZA6E7YyE9r298qfKCONfxs1K4gC0N3oZa+MeTKletX0WJBmieAbnEWWSmeMVJZwxtSk2efHU0YSwAqkxxhsm0ooiK8Nc1KGNwEVsqKVkua9gDDsInFQDJEC0xxYONRgSKoQMm2DfvZllni4pp6xGmWSFjp913zn3EN9UxBL35kuEz9y6gXfRbrsqakh4Ie5xUQxnCFkbgYfw4YFn1EiFNMGU6DNb2fJcZwlZlPo+W8isynMM5RRmsEwkgGhDFoL7AMZeIMZZ0S1AQa/GwWkArkR0biGrpfsvIPQ6hSQ1+zEuspqPYURE2L9+T7KvkEoiUuRuCweUBaR88hFy3F0zyG1pBZAK1BC2nkH54wkkZ5zUg6T8EgT8FA+Sev/GOQf3Q4VU+1vJ5UoCdVyN0UjjgGjwFx0QIjEdou4cwyceFFjoHyj0H+0cg/2DlBqmAkgvWKNpYPgWnTNRwfzyYyCWj7qqnt6+PGD5VHJ/aSYouJj1QkTmJjNiMmqiSX6y+KQjRpv5UTmyCNYitYBYx/ZAgTviI/5D738M0Oa/jtPr2KTbcOQ/xvHnT+csvSizCZZ2uhviOPnaHb0Jfzjto2YKdoIYz7bziJsobVXZixwxpuKFhIONTFiNu1AdGn9woZsZjcdrxa2yZ/rMGk75VLx34edhGTHttlsZGRx/mJa0zUYdAxpl6O4RIGKSwtQOshLiXP/Wy34FvahvNXNHjZePpwwkNGSe/O7BGzJQIaXUA8f8NF9W9+1e1Rdmv4o9lzOlYrbcXxPQ6pU3tudxtO+jZpmXS46xnMfbpny/vQU+cxt+n6GSthyiXMrT709Y4tHbvbLcS72cL5vm/fZtJ40Rpe6GrL6N1PJmHRot93vxdZYicm0x+kXvyx+zpMVhn4aEZWoxuYLHbLEdirzt85QZSmY7yEE8zDpbMuNgKd6eNNC2Q7H3J0/+Pu+fudlmI7reHPTt1u37NVm524qf/X0Uc/5umNyV5CSPLaJj0wOWXxkdt+FZtjssS9NRJf5DtMRg7Zdjt/1bs41+976CNzV022405Szl66zY91PHOuslvDZzZqMNVZv2CoxRpedlUDx+KQzpjMyw1qb8z4BZN9Qh4bg8okYzKm4MSz+lIjMGm8Z26l+z4Kk+PiBm3furRKqEXha9kLVP3KgmbVE3Zaw2d0LG+O4lNweCHPhuYZ/3g0Juc+2Ve3S146lU7zurb13V0Jk9fG7B60beYDHH+jgfdrfGP84d3KxYTdHFRtpzW8+73Ue7HLRuIw7ta6fjzo2WJMmotP7rPZtQyTgS0XBT5i52LSLzVYWPVjLCZTWhYuMaldnVCL1uj2mN20E2Y7NUUHjbajom1NM9zAS86YNPSUU5kDhPdeXovhBmMlzGKtR22CUGTrSA3BAdmCO/slfaPdxnNcPJvIJrDxsqPMx22LCyrpkDpaEjFeWGXkaWyIdFBNsSS7Y0o1EzQN9dlShR68o3+Gt0R5o5JcARFf1fKh4lmWYu55gwHFOb2g2J1hDdB+UWbQl2UGWQO0UiahhyCt0n1MCIxFQGgJjPSGUM2HkbKIogJZKOoj+WL2XCNmSyn4I/sSpfFyVpKSxW4XfNIlPlbKokDJMFLNirFYLJTtXDDi1c3EJ6zc2Hj8vlc9yj1kGGhGt+AR0go8xosj7YLCjdyjT8SoGzpFI59dMkuMx4VnkMOyFk/QV5bYnY+nx2PpHw0KAt4bGAYatJG9FJyXg4fushAuzeKV+xlFLBZLTqaWba4EqwinzW5ZG6Alas8EtNpEllEkDOdBGlZyBdTn42U9h8lh+yRKoMpGgrpWwhhu4iW5TAiLh/Wo+g0BdCNK+qSOlrdzFM/MuKTE0dmwSbarCGi1Bm8zzPCQ0d7lOZ94JpGlY9K4y78WR8rNpO5mOvB43suza+e93x6Qbal5uLvybJE+r4OF4hNhrNLcPYA4xlsFlUXwkfmAVWCt7ngp6T4tYCWslKmkQLogp6QM+muxIGJJBz2vdyqvt3i/XuN5vUx5bcl+DVQxpL8W1BWB+OBaWgLkM20Vx6cLainLxURLqUkJTem8Xdl7Wy3ctKf2zBnpSu1FV7A4QOsFLBfg4Tq1lJTExtQjtOkY/K8+ClvFt0ZoHTfYKta1bndXt3AjjRqv5p6LeHax6rj0zQIrZe6W5+kbVg7RCGIkPlZQS2/2ALUBBA67kx+Ihvh62MvokXZ8c5q+SSNq6Y2S/EzdFoF3rwwyRgJSigLD8TIMEaxJStab3TJYKZ/Y7V68+0qKBi1Q2FqoPa89xnEs3WjwaFcYvcDGUx7KSG+TH3orIoShCtcIL4XL5YVqUXq+IAVfDrgzEhOLtuZhdUM9ap/7Ph7+NKK5nvEUoro26jwudWM8WOPFXQVOGZV0c8d3qNnmjZNc6miqJrpc9vmKpOfSsqsQL1Zht6TJBZP4xsFytApRywdRRtMXYgxaEy6OxrUm27ProbG2WUu5VaZ8pybxJiMItSyWVyXbyLHiTh3hrQL9Ty6dun94hu/8PaI1fPXwqYX3xRxFTYZ/N2fevHmo9xFlYcPDW9W5nvvpbtEafo078luPiANYruNMYVbxhqcwOZPaTHc+V8GV5cLjTD9/76zxsPZnarFYKLUgRwNkG2oP25CxK2v2cjfbSJ2dTNmG779iG1JGJWQHbE72kS2/Oas8aeTlIM2tLMubyhQHZQ5C5ZGa3tMK0gW5QEZlN5IelDN2VnajKAFpi5y3xlNomZxhqZzNHnDHjXKeSnKsIG6Fe7EIX8oiNDlYhO83WYQmB4vQfMkifL9gERqFRWj+ByzC16s5ZBF+YeXHp0siZQga6X5lygL8KN+wCKwCeY5opEz5lS/xy8EdNFJmTZk5aKT7Nd28IXttvHi4YswgxMbLwExSoIsAf0OBKGVVcgP8vpyRWSkb4LjLaZXBTWSAswrAZbYxgWG4RCkjmVE8j4zE48YEYNZgiYvRY8AnSzdwQ1ior0d7lzdTBxovG3k8GnmcbOQx9fQMboiz5QBBAPjDUz0LHSUeLzyDPkJGj5Gl6PbjowO0EmjfaznfeC7BR3Ej5JK3SgmzXdChKBcMVJjnlnZoooU8kiuhMZKGlr7yl1wB0dKoQc1j5IPSYwU9RvcpaDOwk5flZWSJ1otq9CzRt8D/wn6V8wa1wYN9YwVPoUEdFExhLHI0jOdNFuJWtgdSXildmDi+RY4ybSKCjSyyRmz3i2HRRaZDoo4hdj6GwBoeMPRKZVZLdGHQUc+SXF5eE3rdca4ynMbdKK2JlYSAHCgtjxZBE4MXa0tMhJQ71hhAtN4EZdRqCQKz6T+CKLe0nSrZDGHme79rF5zNruXuDFKSoeHnmf7qLtKmvptk/XNoy/45tGVa+Ytihi+LGazylP29nNqUWL3m40241Herw5zQ0XbBh7iXLuPPP5COtV5UKehk3Tjey8LReiS/Klbwl7bcpnJcyDZxZI1MSrpNVS/OKqiQY2plDUIjZd2SRbW/dPC2ojT40jtndHbCplkFPwtqBCwqBWp0iaZhEKjslBM4i5VopDeeFjKUFuiVOCylXypwONTxaAgDSGtuy4rDstseXcKiZM297dYlQEpR8sa78yzIbtjtbjhxyIxkuqIE56+YXBgx/bWtJVCfZ4CC4f5odhkNEl5uYdCDgpxfrGuKZz1JQPC/WOMvqmR5MOUbVSj2UMepDzI7KlM+g0ixKxirhYBsiv1HhhhdU8p3EVhfWGLIdb+2xHQeS8zgtsSAMlhicFtiOhKwMp5aY1riX88DEuop1XmZZdocZhlDzcGcZpkXaxHjBa1cSOA/K9zZ2wiySeafwyTz94aZbJJlN5WUlDja7qUreNkwHvbWPRhxFUNl0UmO6EcBbLF8RuavTDTwNtHw+hLqXqXD90wL+Vsu2e3KaptRu41NRJeoB/UYyYUO1IISioz1msaYhDBMEiZ65VgBb0sin2keWtFCEm6ns6NbBGu1yxigwixJ08wLXzMTrdTV6wpoSFVgVEDp8YYvC3wsQP9rGCx9CoiWA54Z6dfhjbwYTyQnF90yqDFt65DaLBf8skBWH/pf42BpRoDZSF1A2LN5ZVjVsXar9khOx3nov3Scy95w6i/3ArYEhquMvDPNZscVAN3GwB2jf+82py5wI+i+cKUbIYfnXHamyx3lcKejGuFxnjdl2ETClAN674gs/rl6stu4Pt1WZMoB7q1AOWDwDYOqgBlDSxX9gHARytF8NlrrA1LGFEY7qzyjVSCkdYdPfRXTCtILpikfKp2Zgqa74CPhTdFaszQ8Bn8bBgtqiYsT2DjUVWLogiUOkZgYPA2HW38CIyVPZeinCPDzEXSPjMeTo4h5H6YwZoGJkFsnPlIC4YbFVGNloONlPRjszFZjNfSmNrk1bjD10BMeL1jBSxokBnN0Oi1RS1fkQfo1RQDwoWwofkUhVpD3AwZjY7ExylMMqkooZXRxkiFGnoAqTv6CF4tFAXPYOInHrya4nxn0mud8ZjzPyowhe8Y4UVwDOlH4YqKCjzJVhtDtA8AZa+RPa+NGGm7N0cnyRE33tCkACH7kTJ4zhQLh0Hfih3EcuBAYPEu7M6qk+xQaRp5NJD4SQ5hYgUGNi46BIT6DsaKKuvpCWI0W/VuEx10QBn90GCUo/9BhYWt01xOBTDvV6bTSBRngvohxvhIQ3/8TuOLudHKKDFO65MNjiBrDohj3LmgIaxCAHk4IYfMKUI+Ga3lK0u9fsIRrKLDB1KPLEDYYiYPKN3rAP9CI82ZCWJ3A1+fdl8RIt+n8GqLNrsAE94l0WEfKaxZQf5f7ZeQR4P0vGJ5DbyRiMQhc4LML6oF+WAU3NmlxuhlO94R0flopEaPEJXtiY7qDpTULIA3HCKJsGCPm4rzdARv4KCWxlJMXJWoaKoG8HL/1ESerUJ9Es2Sg4Ec6wJzMojSHjxEYJScpgObgAsRKAXEIncEEBkcLIDGxeAeglM+M6zFYKmTWCj7eq4GeP0kO4MEfjCCRghDb4qKJj1Q0IjiWniWm6+JeDBXhmiPrwnsWBY6GgnCElRklyAuoouYUIxXGcZoRVmxEMN5vFkw5PxNrZAirXIHID5bHwEss8cmmdd8YeTn+76jdCw7U5FNMNC+0YwjX0Eg3HomCeDwmeHr9nMDwiYShF9bl1Qry12R4OVxPZmNEHY1w4hE5qd8EkZOpzysMNAdyKrySIqcvspAcyMl7kJP/AjmZHMgpo66Cy17IqfHirSwKA4Wz0CBFOlHJ0JwPpZyBQRaBvIJDrkX3O+mSUYaFu5y0BL6VuRtizv0pDO0IG8jeIuU8VQSQoUobweAIZJA6PxxVpjwqTUM+FNNEQ4eDbT2ewuA/OuZvDsXNXll3cwoGVzALvmyitGI61uVDpQ00gePcMp0JS/yBBWnNdCYsyYLqHY+PK6YzRCvpMIJauvDn2T9VQ3AAO6crs0pxJ5KIVmDMgo8EBEO7YnBgTfW+0mTag8DzoVKynORQfjKEa6r3Q3bcWO+nxWbKAUh8jJ5H8ndPjuNDpVnTGRorx8k3ADBKCGQIi/JB9hhSlEEkk8DwlPmsASZG6FWENfrgZGg7MokwMfIRr2i6OU/DJ2LMeF+ED45V9Vl4fZLZjOqbw/bBxeKa6tHLwjfWYz3sDghTX8/o1NiMJpqoYgRPO7xcQj6iI485AtmoEeQIocQIjIfCbw/5NNWDshoCQ3yJT7SZQhL1Wbkx1NCMtBvG8JSREiknJz5m/GASzZeA+EQbnjIFMSoY0T+xvl6FgVRg5OlrI0OjljGfpSDHf7hnwaO4RF1QGTZDWMNTxshQcFKulIihyqD8EKap/BMt+BC1FGJuqme0CCYFVBRQiBPj5UdABB4/nZIwKNqle4VVXissg0m+q4MXWDMGaXvWVsdqFaYgs0HCNA1G5nhboUuK4dLc6QxB1QPblMn1xRRGSsTEmymMgvf4ZFHwFpka6h4cVWwIJ6szrBwVMR6zaBpVTQEkgpFflBZ9pBDUVYYTJlpSx+BSSRqzpI4JFiCaVscJyjEgCnGyHsWGM0sh1VheyprCSDb3iKhFUQ50kiaG3pKoakyDkFVN9bQy8TFjFWxUJQ3HIDjaq8rTqzxoHJvCN3AVGALRghIiAp7+Vd/sn3HDlzCNveEqIxkrr5K3+izfy4kOPj7UvU6yd06ZBwoNz+Kq5MVlm/NKNd6MF+R5CNgI9ACbzO+pWzyE5eVZE+YbcDYLvl5cbjjG6tH3rOc9Xl3saxYw8hevmkENFcGn+QJMrLJCGjeEUFb7KGIgQhYIciXk4Ff+RSWMNzVTBKfV6QVrEhcjMbIjc3iMUUUp3oUGB77XIJ6jVgturTaiIJ5UpYJQ0aYVw0RKICDbDhjV6ZaHHMpDhvYViFdo4SFXjxSlHeQUnWjXER+UiTKV4f1s9CIx5UmSD+kiQeBxX1l8eopS8Qmy+OToDVeUfLREXU8P7s4L0RhOqjjQmhGyC5RGCOkZVPYUhS/bGmJR0BmkvEQdwhqIT0SwIkOpU5gwRI0RST5UaMt8H2OSaJuBdOpUIQb5RV7PC5XMF/HjaOgwoIPjpYQYXCiNhxIxylcmb1ZZFzbHguBBBrdtyKCfIFYAj5EBhKFGBvUisdTIQCrToJEB+KPDnuQfCn9OKxWl3mzksXJnXyuy3H+hyHJeiiybQ5FFlY32WgjvBP0BIeZeFyPPhrq1bk6ek2w4XaCGE0fnxFN8Jxq0CwJlLwGqvkBVX5BVX6q8yVc7MAKn6IVsBNVKC8fJ1jmWQqOBjzELVE9jKOZg6wa8P5yulcYNLAQdcvn/E/aK9p9UkvBKc7xUMppyCakC1Z2JSjKYGwYLrBQsM5SF05lSLAUd5Xw0rcFcymBwAF+LGrdMIawUaDbKokVNeQNqYYx7E4QhfEOEA0tUCC5Wth9k5ETTQBUt8B4M5el6KOjJ/79GT5WMntT4VcnoqZLRk5fRUyXjC+/BUv5/0dziv8JSlYyl2ejJZaMn+zV6soNlBVolryinoCf/LfTkstHTbaDxEXr+C/RkFfTkPOhJWzfI0KGsRAGWSiZibBdZK0VaTqZ3jRw4STHaTe8YgUt1b5UMf0GBurIGKrlKjjXQujV+QHWUCik8BfE/1Pk5LTrCpIpYF6hjDtm0zK3xs700RD+bVxP+a25NfKUEwg6LEXwVVu1DWTWyY8J/xap9cEL8v2DV/L9g1TSsPKCpEkuM01JmAegF87aN6ELn9Bvh4RV59ngMQPYWcQqtcP+HtMLItMJ5iIT7XyQS7l8RiepLVs5QJ6avPB3WQyYs8aXTYSiZ0ONH36IPauXS+xo9fieOatxIH6ybPhgaz0vtaIOgVthWNdaAo2JkDPamD0areJfkXOYLZGe8kF3xBcp6iUbGS+YbeClrUAojzImXClZqKFZqECsZxEq5KMVKKmsCFaufIpmClTzFSsaDlbwbK/mcWMl8iZXM11jJeLCScXszvVwCOX2Y8E0fpoKRxMcLJ7/yYYLbhwlf+DDh2z5MLRWaiEBat6v9qI5RY5w6yHHqmmiqhPLRMlkMjxHATPVURmJiqNLHoRKPoWC0BIpkxTEjG4BmSgXyPOrLuyMy8bm94FwcPSTi1m9ZfPMt/ZaXF5P7wjdOFV7qI6LHjDiPfuvuwKsoI6+a2+fD6+VvAXuesvVbFqMbvdxD/BfuIXpKRa3otz719Iy7c2/c5BX9lv8X+i3rmZEX0+S8mSbrYZpU+LAU21gac68wTQ7Rk6U7Hvgir/JCQQmebktIuElC11xRcxhFleC8TBNONk0CqHRDx5tSnYlR6E6i7AMDqD1mz2MFjbxtJVDETnbbntXXcx4Pl8fnRWNqcxpS3BeG1Ncteo+WoVsx8s6KG7dU/xK3VP+IW+yXuCVDUcYtlVK5vqeDbA/kN9BMlQN3VP87aAbucfwP0CynbFZ9Wzar/gWaqRQ0g5xopv3WongtOOPBugDtP+Od1mP4Qs59HMiWyuzXuziytkclGFAOiKeyOHqWRda0OHlziaMrE4BCmd6PIUtJt2ym+wW4Z+glm5lYDEb3ls1sLAbuectmPls284PRDczEUnXLSzZTc5xF2czmFMrZSiwv4cacoPZIZ56oFeksqyseigYqpFkqpFlZSLOykJaVWF4R0oBCmpWVWBaFNIvIQYW0WjLI+0gUs7ADvKOXV9ZSAZnbbyA72uVcXgYrJ8tpTpYvnCJY0IP2QsY39KJKiQSCcVG1HeXtd3mzBkVKQQIrw7ixAptOdwY1g6WkJJ7u4CTSW3nI+PRgrcAYHIygSCA+Gt2+KGWoLivf0QHagQybKG1JVryhIHFmPNzEyoyAdbv/sI4IkiGW+kZpKlpyuThcwVB0VtJIbQkMeH6WOqO2JCtskgnw0o4TtTwUA60PECgOWgMUoyesBsUIQIWm1vnzeAakJI32GBPXs9/A7n1jf4YhUb16xv4MvaK6xw4c3LV/1HAYBgPjILbrgJ7DYyEuqt/QnkOgf9SQIT2HQGzf/j2HwMDBPXoOhn59B/SMGuyp13cA9Bo88JeeA6Bbz9hhPXsOgH4De3cdgonYgf2g5/DYnoMHRPXDlqIhJhq69RvYPRqG9e0R2weG9ezbu09s3wG9YcigqO49YUhUXM8eENW9e89BsT17wOCe5p7dMTGkZ88e0B26YRdREB01aFAURPUb1CcKpAu+Wn0eAMgLAPkAID9Ir3y1RT3fKLG7IwYKAEAgXtYKAAVBsvhp9cEAUAgACgNAEZC2+Gmv5yuqFOcAgFf++Xx+Hv3WCuHNBsCHUvngZPuScLXqS+h2eSeY5s0GKaUudG/5Cf6+9hdsjtoHNQcUh1NNw6ChTyb4PiwPhWachEeFP0GptYXgfp10ePn9KAj/uzwsfJAMG0oMAimhK5ybXgNaj64BC1/UgEldkyHk7XZ4U7QWXHPNgYC5KshVwQl+nSZB/6L94URCNfA9UhIimm+G33uJUO5hV9hWcijceXQAao94Cq9rqGFGq4nwPvohFF3bFTRdpkBFrh2M+BABWX9FA7GdgGov5sOt5YXhp6jpoAm+C2Pm9QRL3q4wJbQPJF1wQckhTcHHpxIcbpcPDi0bAiNuRkL05J0QtLc+HOu9B3zvX4GOo0vDpLi9sLTQbxC++ioEtT8Jf9RRgUrtgioJIuyufB/mNr8Gf4+sDCVq74Ei0U5IffMTfF+0JiQ+OwxPxxWG+BQjmIvHw9kB76BiuWGQr1Zd2Jh3P+wJWgQr9+6Gsk0l0EEXGDsyAm7FlIMF++dDlW4AG07Fw4b0OfBD27Nwvs4rWGwIhKZxH6DHotIw6Pxf0D3+Dfyypj0UyHcPdjZsB7XOXYT05OpQvNgRODdxGHRqUwyg6FZ46hcMQcevQ2olF/QqYoZ57aNgxfv6kJB4AYSem6Hy/Qlw1x4Jzr3HoF81X+ginoH8185Dh1rX4NqCGXBKCIGQsffhZoemsP9wZdDcyg+ZI49AgZ0t4HnhdAjM7Azl81SF0bm7wegGDLyc2hlWrkmEIg+eQYNGdcHQ+zT8efUCrOoaBuao4+AXsgROz9sAPkufwY/DEmHx7tEQZRoPE4cMh9WTO8HA89uh3NLu8MJ+BKb86oQSu3pD28P14PDFahCy7BTsjpoCuQ8NA75EXsgdsQD2dtwLB/eFQ9N10wEKPIczdVdCqYZ34ONZA8COD1Bk1lEYdNwBeeq8hMdPk2D9vT1w4E0IzFTNgl0xdaC873rQ1nsO43MvhL/ICCi/MRXqz9gNIypXAF3b/jA4PQWi7xWFSkd+g5/zNwLp55vw4voEuD9rDty8mwzzKs2B8U+ioWvXavD3R39oMH8D9F7SD2IGh8GULpUhNd8WsN3xhSmVvoPXsTWgoqoQ6HUMNNb0gbKODlD/zxSIvcfC9nPF4fXIpTCgwWBIze+EqbOWwobpr+Bk65Zwwu8ZkLlV4GXjBFjXvQ9crdMVQrtwMGZCIrRtVQp+6LET+l8wQOUGlaFzk6HQLOYM1GszALS+u6D0y76Qt9dZKKleBF34FrCh1mV4GLcPxr0tAA2jR0Lhktvgt76lYP/RFbAybxtIuWmG8RcnQNnBLYBfsgOGqWfB84qDAD6UhIcxy6DX7obQI7M2zLk6GhaLc6DurI+gHzsZKknXYEaNRXB10GQosPkeaK7Xgnw/lIEfkyzQKWkmGHLNgID7F6Bf0mq47GoM1VMCoGNgHHT7Ix9EHfkbDkzYCobQ7XDqGQ8Nh5aER5tewWXhb/DL+ydMKFEBeoyOA99aVcB/VkFoWfNPKLx4N6x+sgp+LJEb+u9uCuV+WQg7280BThwNvlmvoEzoZOhfaR7U2KAGHckHF/Z0hpcz9sL+lY2h2eE/IP2HY3B3eTX4a8YsuBrWB4K6X4O4yU7oM6kVfLj8A6xK+wuu56sEsCoNdO8vQY+mveCJajOU6lkR2rezQ31XTTC/3QpDdzyHkJnX4a+kitBr8ivgj+SDd4IPXLxdGGqvXwLtg6dBtWO+0CzsAeTZsQSqFNsIWX8WhOY9l8GpXX+AVgyAzsOPQbG3cTBiEg8TCgyG/Utbw8ABN8H5CGBBow6w99Jm+LPXNog7cQJOsoVh7dNyMHneLtizchiMbXAJXnexwP6kF7AiqwJcfTwfxB9tkHGtP6QcKAqlL2+Cxd/VBFg9H1a2ngmb2vNQqtwGaJyUAJfU6RD3pz+M6JgG+XOXhiuby8G7Ox9hwuVPMGHHR7gd1w98ln+AOkmDYMyAfPBxnAtC6qghqncVKB04Fppufwjr762Gaf0HwOzeNaCSvTMkn28AFa/nhwPl6sJ3Ud/DoUHHoeKRLWDv9xGWgBVU/W5Dp6sWMA6sD91yn4KtPybDoKiGEN0uE+a1YqBF2x+gyNnNUOXpXsgzoCt0qXgbxpRfDoXX7YG0ytVAs3kJPFx7BvK/NsK0vrehpGsY6LgkmBJaDpofswD5Yx6st56GCl38YMPbMMh16QiM3JEBCy7vgr8KbIfD1l9BY/4RyrctACWhLSTmzYIb6rGQV9sDfpOmwLgd1+DSx9IQ/d0mGDGhKqief4Kt9t+hj7k5NCq9DJrv7QTl3tjgfKe58OLAbNA3nQKk5lJY0r4r5BXXQlL12XCUMBBzdSwcurYJ7JEvoWnPXMCoo2HymhWwbmcGtGzbAIq894fZg/fAYp9asDP0e/C5MgIy6x2FZqXewbnDB+H+cwnie1yDBT0uwMUdlWDJnD0wrMMZ6HtrH2RdygPbapogIjAC2g7tCqe2v4QBM/bDivJdwD/8CRSqEwZRe8dBqY8P4N655yDEH4aB078HTeY+cJ2fAgPMN2HNx/0wU7ML4rvEQvTKdXBswCKoM3gE7M9lhtcnlkOpIddh46FtsBlaws11eojdVhzujIyE2AsTQZ+vLPwaqIOEXrOAKZUfUn+Jg48fd0C7ek64mFANHl/MA5O2bYW9cz5ApWUl4emAPTBrXzW4sKwdbFi2EU4c9YfcE8rBwPZVoWy7CTDv+C04R7ZC9E9/Qp3SCyFX16PwUdsIbrx4D1Nr9YebY8vCgzPJ8GHDcnA6TkL57w9BhRpRUN0YDsEXD8KvH/zgfSMzVCh0AVpvSIZm8yZDG+EolG57BXbuPwfaoN+g4KAt0Hd2DyjRKRLEVg5IzBUALzbmgg9HXkJVWzmoanPA/S5H4epPkdB76gKYUcUJhwpsgagOC+BGexu0HL0fLtQxwNWYBlCu0FVYHZgGxrIR0PH5ebj4y1z4vc1OaD72HbTz+QB3fl4FE4RqUH2lAL1nXoG29/+EUSWqw+F7C6ClfgnMq7IWlp/3h76qBtBzXRYkjk+H8U3mwNuT1cA4Yz2MGNUI5p4wQmjqFbhSvy3ciK0JvR+FwadF1+GnM11hRO8lsG3FL9D2lRXKjC8G0ra20HGABoylx0KN+qNhwq27cOf3M9DwfSi42j2AQgGHYV/HiTDrXRk4vWsfBOw7AZc7rYL6+8bCmLrdwDi2FpT9eRYYosZB6SYjIKlsQahrzw3jS6TAcNMEWLb3Nty5PAL21twNJV48hNe9J4J+hh16Li4DtWeuhe3xWljS8gqUvNod+t64CvNnBcGyUrOhz/EQ8H2yAcJTCTSbexgGjeoOCfHFIGBrZUh/ORXytrsHxqca2LioNAxMaAp/BLWEjW//glHXz8FvV6MgfzUW9tZMhdHWNBj8pD/UmPILjNqyHKIr/wgRJTsDVH0Cp2AYfHjRFpiOTSEzJgmkxUS7kgnFe/BQzS0XHlsHj9TPjXhjwuDdlkeH18Ln0cFZNejR5O9+qY7Pwqhb1bB84ed9v/80qkzP+vl6h2Z/3xk/UBxnr1nrd9v817rt2z9iEO910dRGvidjepkCJ/A6wQIZS3rjHRxyvYNh7g8bF98rf3d54wsd/QDy0RYRp/D7zMk1my3IPN9WBOmaUXszLEscYB9fsHmtBabvq7xfXvuVU+xy5cLCPJExtqikYXXmP3aKJ3uNM/zyU4ptTOKA+/luOcU8r3p/3+rUZFPsmHyn11x0iu+mvi2WdHyS7dqrq6WiM5xi1MG7Uc1eR5oOLhgaWO+AU5x3ukrn24tTTKOf7z9cZ4dT7D9idJel8+eYAia87ddho1P84Pw4o+DGqabX9QeXmbHCKZ5cWGFQ7R11TNaTpys/XuwUtQNSJlTlzLbg059W91rgFP23Vyjdqt1sW8vOuTOYmU6x7cNmk51JLWxHK/XbuX2iU8z/4uzWYoem2zLLLV81f5RTXN32xwe3TieZWk794+DcX5xig5l/PMwXnGQb0XKkactgp1i78rW2WUWn2R5OmVz9rdkp2lvnESdPmGQaemTgo87dnWKJR7niFl78zXbmRz45s7NTjKxQs87rx/NNf27tU2lcG6e4qPrYI6PuTbMVvvhBaNHUKU7ZszRcGjjRdG5yt/G1IpziSP72GtUvSabfroyc3lB0irOWLbv1cepvpurdhg74pbpTHNkg9lngT+NM4tJ1zY9XcorP7hWdW6Z+kulq/M2e9co4xZ80MeKILb/Zfu3+8sb14k6x0l++/W+8HmW6ca3oy0VFnOI7+8CCC4y1bSkXL2UkBjrFDX66waN+mGTScreXjsntFKcdOT5hRt4BpnYV6ixfrXOKm/5a03Ro09GmfJsr+X3ycYpNYlfcZMLGmipdaPJhEOMUG7053aXG1WkmV/4e6zQfHCLfeWqtpMVjbU9TZ3Td98oh9mnR+OiTRjNsR5bX/CH9qUOcWq5l8Bv1PFuvC6r+qx47xFPVZtW5fzLG9jr1TtXL9xxivuDj64OC5tnuLMuzp9wth9i/Sen0BqljTELV3E2WXnOIE/uG/BKZe6atUNIKvt4lh9h5QoEG09I72EqXf230O+cQg+c37L2gbLxtzrIWF1+edIi5VuyOfNK9rqnchKhIzXGH6OzhU8u312+m9lD4iXTYIf7MpV26cXSAKcO0a6N1v0OsmDtAnOqaabp2+nxW6T0Occ3qX/4+nhJnKlm62tlLdoc4LLPNo+2FZ5r0Vz/OW2dziFMXx0DVWdNs6WUXxa3b6hAbLp555ei1cbawXieslzY5xK7VA7bvvzbcNqr5onZlNjjEVz+OeByRe6wtYEaXw0vWOsSp5z8Gqr6fabpUcmO1+qsdomrBxAqb544wfTww50zulQ7Rt02hmze6p5hKtWlwVf2XQ3y4P6jFmANVTZsjOk4ssdwhfr+zR5m7lWeZGhhX5huY7hBT4+ZFNbo92eZ7JW7rjT8c4rKmzlr7qky2jWlbc03CEoe46kGZCcNbJ9vInqNVIxY7xA4d2g2/enym7Tuh7ajqVofYIygh6U9De9OQ5U3OtE1ziCHCT3bn+pk2+XMQDnHU1qrjVuY22+yXtENzWxyiY3n/Lc7e3W0VCvY0rUt1iC3HZ7apfSXJljyr5duRqQ7xRJ1OCT2KDrfFdn18f2iqQ1wzctLORo6xtthf/2gwP9UhTrzbtkjloLG2Q73D2j1KdYinz/j+dGRhiknscq15X4tDLPxH061XKo+wjWMeDcmb5hCjd/Zu8/HxLFPlXRWZJ2kOsW2/c3/deNTT1K3ZiWrPrQ4x7MT6CvvSxttyF6zTpuQSh1j1h1pPN/WdactzvMm8CX84xCKuoJrJPyXZVh4oFlEw3SEOaD/4Qoszs2xPZoQvuLjMIcJE/869V6aY5vWaePHAnw5xw8OsXRU2TzFdtpQOu7PCIbru7VsYuamnbXL4xvyVVzvE8K7PO45+NcJUbVi+eavWOsTRtYukF/Wdadvvmq7tvMEhlirSb9KW5V1sd/YdW/PDZofYcWtK/Nti/WwBrQ4eCd/mEP98+0KoW3eGrUWza6mjtjvExlN7ne93eIxtm/rwoKc7HWLJ49PLfFgdY0rJWjxq+l6H+PcQvxvfn+pvKlbsVlD3gw6xu9BN4PeNs/W802VEr6MO8Wylm7fGFppkqlKu0eMFGQ4x39+20yf/nm7r8l2dddxZh3iqkmNhpaMppg7rK+b5/aJDXN9pyIDkvskm+8ef20Zfc4gbFk2dc+z6KNsvz0/bo285xHFVjswYVnCyaeXpTvNS7zvEdxdPNpo2IsXWa9OUUmqHQ9y26kq7i3va2t7na77F+twhhr5aWtt/SYqtZsc7Uwa/dYhVZ66s/uJcH1v9n94/i3M5xO8ndoi+6Zhua+STVnGNyikeu9rV77wr1nRqV+OUIjqnuGLujHfvt0+3+RY533l3bqe4Xre64qoBQ0wLW425uiDIKc76mPpj5VtTTb9kuLr+RZziio6+J6dlJpsan2xf/mlJp9i7YLPqq491N2285zOrfwWn2CdoRr+y0b1NfVOcV8gPTvHUxqOjAycm2d7t6dJWKzrFge9cYpeV02zxE9SNytV3ig2XD62+Sp9iezZBrxnX3Cmmq2svHbM41jRuyfsrgR2cYoAQSn6fPso2d/Sh/LcineKKGbvOtug01TSm8mXubl+n2DiaWdGxZrIpcgPz3DjEKRats0FtPDvK1nXBiCpz4p3iIX39WltLT7CVSnuZN2KsUzw9vmYkvynW9EqcdK98ilOMGbyo5eN9o02jmxx433K+U8yafnpa7tfTbJdSllhXL3GKI2OL3Zy7aortae+p5Rqsdooa8qdk2zPVVLJTlCN4m1Os/Gj5nlllkk1ztkX/UGafU3SMOVlpeY+JptB6AzrHZTjFJ7dq3d72w1Rb3h0LV3687BQXHZvetNaEYaYLKb//uuueU5xwNFLapWptehozrczu504RgPSsn++1CFZn+Q+qe7VrjEbF4559B1/ziu+Ba+L7CoN61M933t6gCdei37BTom3Gw5D1B47by78tcOO7bodFWVG5Z3/NyeXFeHw+b7/dOYuWvzMt7qrvgeP2avf2FomLOiwuSO9hE/MdsDcKzmpzMnmvaKpeNv32hN32Xo5OIRXW7xTfrFgbHVL8tQhrjjm6+t6wpx091ev1jVciZMRtn5WcaZ94pqJ/7bRXIry5v6ouk2kf0y+j8uOoVyKEaqvt+3TN/mZurtnvir0SIXNzwYsfr9r7sSeWdL73UoSUA7pVriv2Lc2NnVQrXopg+ZirOn/FXmRA/oAnMS9FyKxZubf2sv37N9qOvjVeirCmXKcK+S7Zr66MetKc+fw+8k2nRONFe8aIBlO3HH4hQkrMmqYVL9gdzatsqDH7hQiZy99OkM7b+55dff1IJL4P2lim7Tl76623m/Uq9/nZsMBaLPqsfemFwrmY989FsHQN6Dn6jL1aB93m2Yfw+dUPDxadtjf6uKlRoXnPRYic0jpt2yn7xnmZuql9n4sQejh09MWT9nX38oy6XfPz+8zQmmPeZdjXbh8TFKR/LkLFe5UXFs6wn49Zd/i7zGciRL6zjhxz3D7qWJ4T/IZnIiTV7n7w9FF7iyPxZdeMfyaCJW8TrsQR+52ms7oLP30un9m8QqH4Q/a1+cbWblf1c3lIEtlzB+zVV9e5FaHF96qC6VX2268uPvbRcfOpCND+wctZe+0Va2g7NPr7qQiWzOK33+62g5CY3HrWUxF2fuzUsdsuu+n82Z0+Az6XT9o+dP5Cu3337c31uzbA9287tx9hs58cAys7FMP3LwL2R261lxRaB2R9Qtfypvo3m2yyT6uZMYxczhIhlFk3XFxvv5jU8dzdzZ+fd4YVHFl9jX1K6IhPdWZj+Y2aGQP/tI+ute/wd0PweVjz2b8ssf8YrL89pyU+6/YtK7bIbp1Kdk2viM/DS5UwT7cbE9Z/ZzDg8/0Lb8gwe3T64bcJO5EuWqxt/WmsmPz01eme4Z+fkwJuHC2UJiYaklPVRx0iJE2a/KHpCvF+pznzarZ3iBDavkjlP9eLd2tvzzp35wm+z7AEbhXXV3f9umnYExFC+UsPBu8Q6z5oOnij7okIkYktTl3ZJXYf6n9l3ZLHIliucX/F7RVbHjl3f6r4+ZncHFZXfUBsomObl7n6SITQ5ZOuTT0kHs4XCf1GPhIh85R5i/6oOK1K+QHVCD4fX+2XfFys0aJUiUH7HoqQ1HuD388Z4tVKJW1M/4ci7GT6qFacFCc9FW2n8z8UIfPTmVyXT4krP/VueHL3AxGS9jWL8DkjsvPiX9we9ECErJq+O8qdFZ/ZRtV4Tx6IkNGCpLQ8Jz7t+Hocc/q+CFkPj52KOS/2f7X10Z2x90VIGTlm4dQL4qytHTbNMd0XIfJGW2bZRVEw7HepXtwTIeP0gMAdl8TD+fIGCivviZBpWfUs47I42fX72yu974kQaq+9JPOKONVva24gd0XVpnCfv/gJpqVV2/MQeVdc/rrbwwWuKNO+Z9/tcaXeFbelmI6cSBhl4jttrQ6Zd8USM4e0G+8ab7o1a16mq+g9ce2oriVDP040Gfw75oPIe6I0utiGoR8H28527pkbLPfEuDLF4+9qhpuWPuhYGTLviZuFVyVua7rZTq3b8MRV9L5Y4dAfRSLYZNueD+/KQeR9sej8Z9YXr/ubWkRPfu1KvS9+nN3QtzU/1dYrX+8akHlfrDfiwI7n/ERbvQL2m66iD0QT8Q+t+m6Y7WTqj0ddXR+IXfpaVEmuOFvv+ttqgeWByCU83rv3zSDTH+W23nNdfyCyEZPrX0ycalr9sfx5V9GHYsKqY03b6sy22S7+mqvrQzF63YPJy0eONZWZ8tNhV+pD8VqeJhsPJY+yPeRWXnVdfyiaykc+PJi7g6lpbf1TV9FH4sLhJVdefTfV1im/8bir6yPxh9z7gwocaW2Kvdvioiv1kQjHZ0kXXw8xrV62MA9kPhJ3Luhi3Os31DTvekRnII/FQ7setF7qiDater01FCIfi+cGNSqZqo63TfzYthtYHotFm9yPC9X+Yuvi2+Si6/pj8fzG+W+rvB1vOnFu6FtX0Sfijhtde2nKdrDNLNTO6ur6RHw++9SCEH6ETTdJWORKfSJWswZUbcmOM+VPsPWEzCei7sKS/EWYobbp9V+xQBxiZjenb4WkCaYLS8+3h0iH+O61rsNQbYJNt/NJSbA4xFxz6/mOTp5siz/ysh9kOsQXcflml0yaZjs6ssxwIE5xWuvYwRd/nWbzq6crAZFO8YqrZEmICbVVOTv5vivVKa5Z9vHGleAOtgljA866rjvFAVOnHyn4dpypd7FSPJAs8deIyj2fJy4w9Tl365ara5Y4Yvaqq5p3Y03t08f4gSVLnP7+dNK1m+1tR8WuBSEzS8ybtU9VZdR028ttq9+4ij4Vd29L6vX3u0m2ldOb3nF1fSo67/1QIHfiItuNaitygeWp6HqZX+UHC00Nwg4GQeZT0dLl0u33o1JsA376FADkmVj3/cImGR/H26ZfSC0Bkc/EUSdn/Vz602TTpbtLS4Hlmbhv0k8xQ9hBthp1SmW6rj8T3y5dd6lG/ALTqKwrr11Fn4ttWl0ZUOXpSFPkpE5Zrq7PxUeVjjVpx/1uO7rKvzxYnovDlpxufC9rqKnaulo8ZD4Xq4xflPfIyIUm17iTLJAXYkjtcidWaxJMa+Or6yHyhbh0Xs8xP2hGmSaktuPB8kI8ZWue8uO7Cbbndb/nIfOFWKp1gSff5RpuC0hkj7qKvhSvtBmWfGH0XNPA9eM+urq+FNUhGZXu+Y6zbXtd+Jkr9aXIjhjcJ/X1ONOvVT88cl1/KdZ5ULF8StJ0G1SXHRYVex+Y2f55+dqMcmNh54ot27Zte1ZMqffI5XKdsOdinhZfP++QmHrQ587Qtvvs7psNh9FLcM6KR6iD5IRdd3X2vHnzDonp9XrTy0crXgtfXLzhbrFn7bAlLpfdfvhc6ZDkGJvo6rOm7qN5W+1jMla/HvXrZvFYvZND87TaaE+9lrknq+prEVLu/px49Ly96IOy5uF5XosA+t2Ogeftlo3vNJHPUN9omedWnvP2kZPzFF168rN+Mjykeuct5+wnN+zTNlyLz0kpbbucs2/TVahSf/orESAwLoM9Zy8WJgSmxrwSISVl7OFlZ+0Xi/wxr3mrz/pOC65d3eZn7XuLT/uzXRXUb6L3/PDqjD3vlUXR6/Pi+2Uf0xedsTf5cX+rHq9eirBsQo0Z9c7Ym5edvrH3hZcibFlT48WT0/ZrKZ2P2La9FGHQtPDjv522Dy948VnUItR/thcoEnraPq5dRO52SS9FSIpw3nxwyn46+t7xOd1RH6pYPXjWKfvMxPSb39V/KcL4S5P31TllH13PJ8xVGvWpkqVuPDhpv7593WUh4KUIbxqU6T/7pP38tar1pz1/IcKbrfN7SyftoSHXTtS98EKEuc5ZGU8y7AcXD99ZZzvqQ5cD/5ifYZ/4XeaeROsLEbZ0b3W3foa9avKZ4qrxL0TIGltPeHTCri0XFHy8/wsR1hQY2qj+CXubwBqnL7b+/FzRUDt8yXF7p+QN4SVr4vsH4Xr2uP39m3zSRoL1h5WyRh6zr31R59IoNepjs3lm51H7tE/tu0xzPBfBMKFdKXLU/qCJ1nLxLD7/OqXAr0fsZXYZdkZuf47y6uihm4ftWy4NLVP8j8/vU3KXD6132M5mpB4TpjwXIatwn2HLDtkL/ZK8r/NQ1L8a9O2vO2S/WW1lw+NdPutrO+stJTEH7aFnms79OQLf590w7dwBe/EjruM/Vvhcf1A30xbTAXtDfdrQYYGo7/2wYP7i/faUGnV+OMigPri5TSXtfrv0ZvbfzR49E6Fi8biRQ/bZTy4PYv3O4vPuaSOu7LWX/rh52dsdqK+dalk2Yq/9r2DdL4WW4/No28Q1e+wVN+aNHDwTnxtGzwveY3+Z1r79u5HPRAhdktJm3G67vVbhBev7oD7485utz3fZt7+cNnpRa3wu+93ByF32WppDf26u8/mZvG6feHynfVPo8jJMaXz/qeEV0057Zenobz/nQ/2ysW17e7t9wYdThQmD7Yf+pvlhh13boGnDF48/63uhb+vMLbDd3rfntFYvL6C+eKFZ77d/2+MT2ucqtu+pCJEVyM9XttkflDgSG78W9cGQe3t2brVvKlhWx/yO+uLg9RFLt9i3D9o0Ys1E1D9XrGembLZvsjm/mzgMn6vXexq7yX6pUpPvp/TA+uP6+/+00X61a8mUrf9PHXceD9X+/wH8Y4nKNlS0qLgVkqK0d+rNbdNtoVLZqumWVFpQieoyltSQEBWVpa+6hYpWLYczJAzZqa5Uk7KMbcYgW5yfzzg96vH4Pfzn4+mc1/ks53PeM5iNA+cX3PjkYPGYWlc656Yq4PwD6/8zfURVdrPcgoxw/usuT52H1OwnTQYm4wdc5+/IVaoPqOS5/pW9ivj8pQcO9iRTj5w3qLV04Hr0xF/BlfeowljD7QrfcP145lsTmUTp3jLavaIU16caZtwbCdT4yOrTt3m4LWtqc+42VTI/2884eeDnOW+ddrjeohaNiov8EI3bjmsCHeKpz3WbkpPO4/OP2fN1zQ2q12CDcewp7I2+PLcYalzIvPNPDuD2pk2tW65SRt1Nt1pscdun6O+ll6lQo5KCNWvw9SSe7zW4SCXcE2dnL8Ttbp1Ts89TCXM8RzkaSH37vHH+lMXRBv2pY3G7KVNOw4O69GC0gvxw3J7qOUKeTY3v0eucLMD1cKh/m+gIHGvYlal9A7eXzjOvOguzonxSWLtxfZyZFV8YDgX3Wojv07BzR2fEXoO6UWFyucKBehmpF75PuQFJD/I9OPdbcD1abB94C64pR/9v/DFcT78383NIgCdRI/3CFuP2NtEB/Xuw9Sp7hEAG/3xkTeTxFIh8eaJGJq8ZkI7K147ND0Eu7LSS5GIznv+gj7MeQ6FD7967DgP1Nm/bWVuFpxD9aUeikT72A/PcK1OhwMh52WFJEyC29oblSc9B1vP2/w6l47bKyxyPl3Bo+IJDekG4/q6bM2p5GsjbbE+LsMH+yXX2SArOx740faLXBMgsbMYYJx5AXVOLX0cjoJSLvmdWZ0DG5Q/H+7IG2iZ5BYf1MsHgrwDlSZcaAVm9/ved3CswWiZ6Xe3YCIhlSrz6/AqCzvGdLBY0AuKcdJ7/Igv+Mpmou3ZEIyBxicGi8NfgJZKcqf/QAEg8dmrBgWz431L27InJDQPPo71NXWY5cNumDGp9sY/v4I3JhaCjI0Rm23D9/916ujAX9NcmhRoaDdT/Zl2y81/yoUQSPipOZsCRkXZzUB5MID5MjX2H63sZh432+RD6IGfYtPtCQDzyjdP0N2BceEUy64wQENuiYt73N3B87c2WFw7YV81NyyiAhRZ10dlzB1xQ9EzmfCHUbnIytlQRAgrV4o3YUgTR7+gLm2rrAT2brHFQtRhOozexhVQ9oOJw1WeuxaD6Kr2SFzXwesIlIMa5vBh6taYk6h/Dvtb07PwSGH710V1kWQ/IYoqTSmQJbFnmWL/GsB4Q542A7ioBtmz7JRmFekD7dr/baVsK0+MFu6dV1wG6M3qEyfNSuPek6sSj9IHXG+zlLLexZZA57YpT4rU6QGObDumdKINtCloSRc86QCbJvZYVZaA86u2HvK349Ynx15Y55eD81FIGsWqBsP8z7KCsF3Hp8Xo5ZFIL5tuRRQMVTHiUR6ggq1pIvfU24Lb3BeLekQ2KyKUW1k2zdm74sYu4r/a5nw6phT5V23X6XqdJ8vVuRZRSCzKVVRb7MgLJ7xkOk1BxLaiHr4nWBj9i2fdhjbSoFjbPrB4vz/EiOVcCVBGrDjZ5jnDdS58iNIROP2jjOph6Nk2vGp0nDqj7fKYt66BUpvVwmOxhMvS6kxpyqYNj160LXH84kfNyvXrokDrwk++IyUj3IWozdfrp5Dpw3PNmupaXC4n40EwX1YF20KnhbhwO6T5eT0iL6uB+d/QhA14wUR9/XR6x6sF0Xc3GUm8uEWIUroVM6sGnzeSpsD+QvH7UVAFZ1QM5z9GZorhENvdPHeRSD8dPqbc5UkGkvGdHIx1SD9vyl/7vMOKSn+XJP1BKPYxcK1j4Gf1DBk5QrqGL6mFYLL3KFZ0jl18I+0GL6mGhy8niUz5+RM7OnkmIJQS5x5/dw5ZxieenVo1CJkJwl41cu4HjTRxRbKmlLYUw62/6P7FXCFmiQXyijwjhxUK9y4m+LqRK4Mp2OkQIojt7wiZwzpLLZkV+pJOFsCDcLlBgdpbc27ummS7C6/daxvBCIDZeb9VBYiGMtD+nnwiBpELKSnXEaoCtlTZRFvQxouf7S0Vk0gBjD80ITEo/T3hOvMJCVg1g4unxMa//HGExq2MicmmAD0nvl7qbh5CbTG21UWgDaLhn+stSF8i1yywNUUoD7ASakO/bT5ZMuv+OLmqAxy6hGnXLfEkP+Y0ttKgB4j+pCpYpHCDsVRw/0GqN8Hzk5IW5CnbEtrzEftq4ESYSU45NkvEkq15c+o+2bIRYw4B9LNqTvO4YMxW5NMIyy4DilXQgYaZ5tpsOaYTuV5mXT/SfJizz5Uvp5EbImiFp0ad3kysdzEvpokbQbVjSkkofJD+P2N1FixrBQWnWFTlzH3Kz+5MvtFoTjDuQGrEnI4j4uq2nlTZuguZsk2BR/x5y6jeqirZsguOrm8h94E92Prdupo80QZNgszjey5+oCIlqpEOaoPVid7CC31Hiqu40XZTSBPKqY/dc6NtHXl8V8ZEuagK3hhztdK8LhHtWXwMtaoL+c7H3FqVfIGZ0XdVErGZwtXt+J+yf48TETjUVZNIMlTku+0MzuESWmmcDbdkMyv02rxeo2pA1Z6tmIZdmWKGWsf4tx5tM9K3SRaHN4ODQFxFy+hjpJ+v8nk5uBq9duq8nep8nFq0+OB0VN8PmB/TDGJlzREfoihpa1AzcN5uyS9FhIuJ7UgGt1gKl+2fqmPl5kx9zN32gjVtgz/AJeRnoFCHS/FNCW7bAxqSIlDu0G6G+I7CePtICtumiB0e/byNV6Bh1FNoCMrlKO4I5/uQKrVuf6eQWeKKzvEIBeRA3vDXGo+IWuOiwld0la0VmkS8UkbgF1GvnbV9hdoaUDT7ZQauJYFiYaNHsXksyJ7BmEjIRwRb1o5K7PoFExFzfDtpSBMtz3pWbQyDhvC7hB31EBMc9IrXbZf8mzbO6v9AhIlhbd6K95J8ThNdXQSmdLILZ8aevjpM5QsZ8O6GNikXw4G7h2hYfV2L2K0EnLRKB3VkXmQXDDpOH2Y7ttJoYKkdqr7nnFUjanAxoo43FIHj449V+7yuklsqPPtpSDPYR+XP7qSuE7/oCOeQihvyt33h+yJeoz5d00yFiGH98Qfpn+hDpWKksg1LE0KhXe98bwsiFZTdlULEYOmMtPHv+4RB9fZU9tEgMPOe3LsPkT5CX+14oIVYr/K10yL+cc4HY3l7TQxu3gmh+354eKpr472qFCrJqhftWGi4n0FXi6hZdNeTSCi2fvlZ39wUTetb6P+iQVjjqtqTKBIURtsRSDZTSCudk5Die3lFEasz0LrqoFZzOxybN6XYkUXlgOy1qhUb729GUdzhxMyBIGbEk8Id9X5gzJ5aQW35GDplIwJSKbcykwwn/7yRNW0rAbdYsrzoZd+I/3ekd9BEJ7FL2dn/5w5sgFoePRqESmGEuS+TJupGjdm8ZjVIkIDtZYurLuUgu2dTfSBdJQFJludCLPkdevvdMCYkl8NrcxGojfYZMrj7ZS6u1QbTBjnOuyIf03nm3nzZugzGpqbCdDiO3Ov2rjKzaIM036A9f70uEbmevOnJpgzcVKlkvEId4bmzbTYe0wcbbD2dGQwT5Z+lHeZTSBl8Wurs4e58htvEfdtBFbTBbg2Itlj1JjH2c0kCL2iBl04O9h7wjifbkOWMQqx2mnhm3c0GXEzE9aLUWMmmH5Rur3Gpl/Ijdjy/V0ZbtYMd9+Gw/zSUEx+Xr6SPtYC3JvPaAd4msyzgiokPawc1wsWSE2TVC/nZ6DZ3cDiv/UaFS6Qjykz5LCxW3w9IDVa57eFFk9TKxGhK3g/bmM0pc7ytEydoqDcTqgPk397o6yrOJk/rDNJFJB4yYM6WwkLpMrnP50ERbdsC7G8OGuclyyQTrnSL6SAdo7OGr1lLXCA1WrRYK7YBQUbLPa69zxMVlfDmU0gE8ZWrkcPNYkhy3ZiIq7oDpq6f1GvpEktyTz+poUQfI72/mpHpF/L/3I36+z8Ae/LBdSoH5ZN8NW2yjoqKEcPLmdOn3hSstrtmvkVCvQC9oBmL+VDruOyBz/jekpJX7XOJr9JbibF1gMPVxDyFVDlYh1uE2VFpJBaXTKXg//JZ22uBnvmHl1iAlLZuVWifcK6hDVk8rbv49ZVDNsCZg7Zp59t74CqrCKSXmm38tOfjxodJcrB4nLu1ML6cEy6aH758gP3gskuZiZWtnBu0qp974r7Mwfj9qsK+CDpxbi5S07gQEmMiXU4uVfJvb/qwavGYe1gSsFvu3rPu3jGJHbAzIfqAzeGwcVj5WTuTVj6vLqIuc1+XrbacNKn7XwVyIVefLi+r6Uur9jNSoSaf0BpUtza0bGI1zn0bZcUspSCl6OjpvzG+aMJSaSXOxehT1mk8vpdwrNxtMtdMc7K+ONBdr5P6MyNwSSt66bh+ZPJkZDWluPe5vUpKDUwklvuNrmj15MjMa7TgXq8X97qBhJdReu2F9WXf0Bo/lYeVjDT1aPTW+mFKVa/dqcVYe1DisQqzFjyOmmRVT3jPbY57NF5O/lCscQjnSXKxmOw6NfV5EnSWikgy3qTCjIc3Fyq7KvycupKYmB1xP1ZvBjIY0F6vY8LCifiHFosHa0liLGQ1pbsPAmXmWzroOBdSEfXkvw17oMitdmos17mpOZ8gbaq5/7D5LT/3flD+UCtpwLtbQmccCMvOpkNSg2Skbxg0qDyu3EedyNvDb8qi9oQWwe8OLwXUVhzUBa0r1ZHJKHtWQsapqz/lpab+UP5RypLlYrdqv223iU1/LM+T/KzFk7iNpbhMeZx3HOO9cakTPB28q7edYSXOxCliy3KQcyuavzW6hH35X/lCqI82VnnlcndrbbGpv9cP4A99YzLqS5jbj0bjtYkK/phZZsWKXx0z6TROGUvz7PHM+1pQbX2v0XlMh9oqhQZ90mFWHVYiVk39wxvosivCYtytDWWvpL+W2DKFxWBOwhk7S+eH6ilpsrb8+wKOV2ZGkuVjFk7s2Xcqkhme5apkET2VGUpqLlW1cYZiaQV2OVx97kzPrN+WKhlAzaS7W0OLTXu94VLt9/bnL+0cu/aX8oVRHmotV8GF2WBNFSUzjHayPM7OPsAaKkZLmjMOK+ukUgcSGRnMNl/7CxCFQ0IpTxXhF2odY7yAphfSdNtuUJzKjjFWIVfDX4kMXX1C5ifb18xYxe5lUua1DaBzWBKxxs9+ufPWM2rfVeP3006N+U/5QypHmYmXXBJaKn1KVR035C64wOw5bmivBe6gCKE54Qm3bkb3LXpbZraSaMJSaSXOxCiZcfmf+iPo8qvtN5Q6j31Q4lOpIc9vwqopvme/4gBoRH+K+4/RoZpiluVJV55mMTKbCLsz3i7Gd+Zvyh1KBGOdKdZzrxz+TqHUub2tO+mr/ptz2IRS/z2aegJU357vNsdtUyw3J3FU/jNJ+KX8ojZPmSrX/+dmYeCqxX68jVbaD+KXcjiGUgzWxAylpeqhe842lvo3wOq3HmZ72C/OGQLY0FZ+XU6E44fkVatG/PeHWwQbMXYI18DtS0vyRcocXQl3/t+z76UmfyV+YOATqSEMxspwNBd7UN7NKFagel/YLG4ZAXKuYx3QiJVn8RVonUpLDvw43z+tESprc42NYHKifER3lnMPsaxyMwk7cg3CbrTqhUNpZrWBf9bMuwRrYhZQ0+QbT1kTCXGW7OS/imK0YYUzowg+1Ou528zjY/K7Vgacuw0xmC07Fh84qv7/3Jhj0pR0/qsnMFgejEB/Kix2dGHEH/tGzK77kyfTBDCu3G+vHgqP5d0HR4P1qyb7xTPexJkhVgTe74T6cWsK3XKauyuy1zXiVYGWvKlly5QFci1HZun3OzycPViFWQcntjrRH8G7Dh1s7cpm7go2V24Pv5Cvr7YRPYNLE7YTCfuaazbAmYOU1jCxDqTCnOToheFLT4BpC0lysZrbbd5g+h8rVaYsd1Kcwg9GEc7Gy7wXnHngJNfs6Z3BCRzFXhZXbi48lZWzOkVB21y67ZNXPSgprAladkX6LctJBsLI2eR9vJnNVWPm90t10UVg9BX0jb1i+nftzN5XmSlXf94JWBkgUZxZ6iJjqQNCIc3/g58MUrxmJGTA3auGKC7eZ0YjDmoCVE6C8qyQTbjz2yT8YLcfsa1j5WEPHpPxwfAVct7VT7hhnD46GGVYh1hRTv6VhWeDxtM/a04/ZT3WkuX3S5+G3Gv3XkPPP/pp6U6a/ggaci5V1Pn3DtmzwmEUYBRX9rDuw8rG6HA/SEGfDF93rNcHqP+cXqxCr1YozwdwcGLY8zIW192cNjjWwHylpLmpMTs+FEiNhovVSRWYgMSZi7Kyys+PDETrOxkCiyOx50tR+PI6BRHN4HuzX3Wq13I25zwVCnIq12H7b+9n5kPjl7obgeUzdyMPKpfGxSxaeLc6HpxrWtllrmfmLw5qAlSXO7j3yBkpnXH7t1tQ6uA+wsfKxhpanLH1QAPNSxnQa0swNaCbNlR5bR6tuLgSTdnO2vkbm4Bzgv/owD+TIKGl+/HavoxDUL7x0HKObN3hiJI3lyAxM0KOD2lFFYPJZOa8pfwIzyPU4FqvNevZC12II29Cs+eF6F7OZYhViZe9ymplVDMIGQjNoLFM2crByfWSUtOrxkisBbfGt3aq6zE3ExpqAtetuvoNzCfho3uosuPqzQJPmYt1ntzuKKoHUtNUbm//9+dCS5mJ9pnpo5ehSaHix6sWns0xZIajDub4ySlqhVafF6aXQLm/1V891pjjgYU3Ayi770jq6DJ4RumUnq5kJjMPKx8pKd3dyLoPcE60pBYfVmR5hFWI1MT2xKbMMHNIUnlovGcvcntJcP9zfiimPx5VDtCC0af634UyPpLlYc10zg13L4fhbpxGF+sbMVibNxWqiFSPgl8PN9yMncHWYIgtJc7HGLVS8/0cF2Obs8XFJZ17ECmpxrr+MklZx7ubOUxUgMtve0nyPKQ54WBP8ZZTU2Laf0yoqoMrx5nBDpZFpCP97tJJcsYXV/wFIOihd/FcHAA==`},Le=null;async function Re(){let e=Uint8Array.from(atob(Ie.gzip),e=>e.charCodeAt(0)),t=new Blob([e]).stream().pipeThrough(new DecompressionStream(`gzip`));return WebAssembly.compile(await new Response(t).arrayBuffer())}var ze=class e{wasm;places=new Map;constructor(e){this.wasm=e}static async load(){let t=await(Le??=Re()),n={};for(let{module:e,name:r}of WebAssembly.Module.imports(t))(n[e]??={})[r]=()=>0;let{exports:r}=await WebAssembly.instantiate(t,n);return r._initialize?.(),new e(r)}clear(){this.wasm.tkf_clear(),this.places.clear()}put(e,t){if(t===null)return;let n=typeof t==`number`?[t]:t,r=this.wasm.tkf_room(e.length+1),i=new Uint8Array(this.wasm.memory.buffer,r,e.length+1);i.set([...e].map(e=>e.charCodeAt(0))),i[e.length]=0;let a=this.wasm.tkf_put(r,n.length);if(this.wasm.tkf_free(r),!a)throw Error(`There is no room for ${e}.`);this.places.set(e,{at:a,count:n.length}),this.view(e).set(n)}view(e){let{at:t,count:n}=this.places.get(e);return new Float64Array(this.wasm.memory.buffer,t,n)}number(e){return this.view(e)[0]}advance(e){this.wasm.tkf_advance(e)}takeSteps(e,t,n,r,i){this.wasm.tkf_take_steps(e,t,n,r,i)}},q=30,Be=[`layers`,`no-residual`,`runge-kutta`,`splitting`];function*Ve(e,t){let n=Ue(t.spec),r=t.x0,i=0;for(let[a,o]of We(t,n)){let s=t.times.filter(e=>e>a&&e<o),c=Float64Array.from([...s,o]),l={problem:t,times:c,start:a,x:r},u=n.step===void 0?Ge(e,l,n):qe(e,l,n,i);for(let e of u){if(!e){yield null;continue}let n=t.times.indexOf(e.times[0]),r=t.times.includes(e.times[e.times.length-1])?e:He(e);r.times.length&&(yield{...r,first:n})}r=e.view(`x`).slice(),i+=n.step===void 0?0:X(a,c,n).reduce((e,t)=>e+t,0)}return n}var He=({first:e,times:t,x:n})=>({first:e,times:t.slice(0,-1),x:n.slice(0,n.length/t.length*(t.length-1))});function Ue(e){if(e.kappa!==null)return{method:`splitting`,step:e.step??r.numbers.noisy_step};if(v(e.method))return{method:e.method,step:e.step??1};let t=e.tol<=1e-8&&e.step===null,n=e.method===`auto`?t?`dopri8`:`tsit5`:e.method;return e.step===null?{method:n,tol:e.tol}:{method:n,step:e.step}}function We({spec:e,layers:t,times:n},{method:i}){let a=n[n.length-1],o=[];if(i in r.methods){for(let n=1;n<t.length;n++)o.push(n*(e.layer_time??1));_(e.space)===`mixln`&&o.push(Number(e.space.split(`:`)[1]))}let s=[...new Set(o.filter(e=>e>0&&e<a))].sort((e,t)=>e-t).concat(a);return s.map((e,t)=>[t?s[t-1]:0,e])}var J=({spec:e,layers:t},n)=>t[Math.min(Math.max(Math.floor(n/(e.layer_time??1)+1e-9),0),t.length-1)];function Y(e,{problem:t,start:n,times:i,x:a},o,s){e.clear(),ce(e,t.spec,J(t,o),o);let c=r.methods[s in r.methods?s:`midpoint`];for(let t of[`a`,`b`,`c`,`e`,`w`])e.put(t,c[t]);e.put(`x`,a),e.put(`velocity`,new Float64Array(a.length));for(let[t,r]of Object.entries({t:n,t_next:-1/0,saved:0,accepted:0,rejected:0,between:0}))e.put(t,r);e.put(`times`,i)}function*Ge(e,t,n){let{times:i,problem:{spec:a},start:o}=t,s=t.x.length;Y(e,t,(o+i[i.length-1])/2,n.method);let c={...r.control,order:r.methods[n.method].order,tol:a.tol};for(let[t,n]of Object.entries(c))e.put(t,n);e.put(`values`,new Float64Array(i.length*s));let[l,u]=[0,8];for(;l<i.length;){let t=performance.now();e.advance(u);let n=Math.max(performance.now()-t,.001);u=Math.max(1,Math.min(4*u,Math.floor(q*u/n)));let r=e.number(`saved`);if(r>l?yield{first:0,times:i.slice(l,r),x:e.view(`values`).slice(l*s,r*s)}:yield null,l=r,l<i.length&&!(e.number(`t_next`)>e.number(`t`)))throw Ke(e,a)}n.steps_accepted=(n.steps_accepted??0)+e.number(`accepted`),n.steps_rejected=(n.steps_rejected??0)+e.number(`rejected`)}function Ke(e,t){let n=e.number(`t`).toPrecision(6);return e.view(`x`).some(e=>Math.abs(e)>1e150)?new a(`t_end`,`The tokens grow beyond floating point: past 1e+150 at t=${n}. Use \\`space=\'rescaled\'\\` or a smaller \\`t_end\\`.`):new a(`tol`,`\\`tol=${t.tol}\\` cannot be met: at t=${n} even the smallest step has a larger error. Ask for a larger \\`tol\\`.`)}function X(e,t,{method:n,step:r}){return Array.from(t,(i,a)=>{let o=i-(a?t[a-1]:e);return v(n)?Math.round(o/r):Math.max(1,Math.ceil(o/r-1e-9))})}function*qe(e,t,n,i){let{problem:o,times:s,start:c}=t,l=X(c,s,n),u=!(n.method in r.methods)&&(o.layers.length>1||_(o.spec.space)===`mixln`),d=Math.max(Be.indexOf(n.method),n.method in r.methods?2:0),f=t.x,p=performance.now(),m=i=>{Y(e,{...t,x:f},i,n.method),e.put(`seed`,V(o.spec.seed,r.streams.noise,2))};m(u?c:(c+s[s.length-1])/2);for(let[t,r]of l.entries()){let o=t?s[t-1]:c,l=v(n.method)?n.step:(s[t]-o)/r;for(let t=0;t<r;){let n=u?1:Math.min(r-t,16);u&&(f=e.view(`x`).slice(),m(o+t*l)),e.takeSteps(d,o+t*l,l,n,i+t),t+=n,performance.now()-p>q&&(yield null,p=performance.now())}i+=r;let h=e.view(`x`).slice();if(!h.every(Number.isFinite))throw new a(`step`,`The tokens must stay finite, but by t=${s[t]} equal steps have led some to infinity. Use a smaller \\`step\\`, or none for adaptive ones.`);yield{first:0,times:s.slice(t,t+1),x:h}}let h=v(n.method)?`layers`:`steps_accepted`;n[h]=(n[h]??0)+l.reduce((e,t)=>e+t,0)}function Je(e,t,n,i){Y(e,{problem:t,start:n,times:Float64Array.of(n+1),x:i},n,`tsit5`);for(let[t,n]of Object.entries({...r.control,order:5,tol:.001}))e.put(t,n);return e.put(`values`,new Float64Array(i.length)),e.advance(0),e.view(`velocity`).slice()}function Ye(e){if(!v(e.method))return Float64Array.from(Z(e,e.t_end));let t=e.step??1,n=Math.round(e.t_end/t);if(Math.abs(e.t_end-n*t)>1e-9*e.t_end)throw new a(`t_end`,`With \\`method=\'${e.method}\'\\` the last time must be a multiple of \\`step=${t}\\`. Got t_end=${e.t_end}.`);return Float64Array.from([...new Set(Z(e,n).map(Xe))].map(e=>e*t))}function Xe(e){let t=Math.floor(e);return e-t===.5?t+t%2:Math.round(e)}function Z({spacing:e,samples:t},n){return e===`linear`?Array.from({length:t},(e,r)=>r<t-1?r*(n/(t-1)):n):[0,...Ze(Math.min(.01,.001*n),n,t-1)]}function Ze(e,t,n){if(n===1)return[t];let[r,i]=[Math.log10(e),Math.log10(t)],a=(i-r)/(n-1);return Array.from({length:n},(i,o)=>o===0?e:o<n-1?10**(r+o*a):t)}var Qe=30;function $e(e,t,n,a){let{spec:o}=t,s=(e,t)=>({state:e,reason:t,log10_next_merge:null});if(o.kappa!==null)return s(`moving`,`noise never lets tokens rest`);let c=rt(a,o.d);if(!r.spaces[_(o.space)].flat&&c<r.numbers.consensus_angle)return s(`consensus`,`every token is within ${c.toExponential(1)} rad of the mean direction`);let l=it(Je(e,t,n,a),o.d);if(_(o.space)!==`sphere`){let e=l/Math.max(a.reduce((e,t)=>Math.max(e,Math.abs(t)),0),r.numbers.still);return e>1e-6?s(`moving`,`the fastest token moves at ${e.toExponential(1)} of its norm`):s(`undecided`,`tokens move at ${e.toExponential(1)} of their norm, which proves nothing`)}return et(t,n)?tt(t,n,a,l,s):l>r.numbers.still?s(`moving`,`the fastest token moves at ${l.toExponential(1)}`):s(`undecided`,`tokens rest; whether this is stable ${i}`)}function et(e,t){let{spec:n}=e,r=n.position===null&&n.frozen===null;return J(e,t).ov===null&&n.beta>=0&&n.weighting!==`sinkhorn`&&n.linear===null&&n.external===null&&(r||_(n.position??`alibi`)===`alibi`&&n.mask!==`full`)}function tt({spec:e},t,n,a,o){let{n:s,d:c,beta:l}=e;if(c===1)return o(`stable`,`the sphere of R^1 is two points: nothing can move`);let u=E(n,c,l),d=u.reduce((e,t)=>e+ +(t<0),0),f=Math.max(1,e.qk?.[0]?.[0]?.length?e.qk.length:e.heads);if(a<=2*r.numbers.balanced*f)return o(`undecided`,`tokens hardly move; whether pulls cancel exactly ${i}`);if(d>s/20)return o(`moving`,`${d} of ${s} tokens are in no cluster`);let p=u.reduce((e,t)=>Math.max(e,t+1),0);if(p===1)return o(`moving`,`one cluster, still contracting`);let m=nt(n,c,u,p);return l*(1-m)<r.numbers.apart||Math.acos(m)<Qe*a?o(`moving`,`clusters are merging`):o(`metastable`,`${p} clusters that attract each other; when the next two merge ${i}`)}function nt(e,t,n,r){let i=Array.from({length:r},(e,t)=>n.indexOf(t)),a=-1;for(let n of i)for(let r of i){if(n===r)continue;let i=0;for(let a=0;a<t;a++)i+=e[n*t+a]*e[r*t+a];a=Math.max(a,Math.min(1,i))}return a}function rt(e,t){let n=T(e,t),r=new Float64Array(t);for(let e=0;e<n.length;e++)r[e%t]+=n[e];let i=Math.hypot(...r);if(i<1e-12)return Math.PI;let a=0;for(let e=0;e<n.length;e+=t){let[o,s]=[0,0];for(let a=0;a<t;a++)[o,s]=[o+(n[e+a]-r[a]/i)**2,s+(n[e+a]+r[a]/i)**2];a=Math.max(a,2*Math.atan2(Math.sqrt(o),Math.sqrt(s)))}return a}function it(e,t){let n=0;for(let r=0;r<e.length;r+=t)n=Math.max(n,Math.hypot(...e.subarray(r,r+t)));return n}var at=30,ot=30;function Q(e,t=!1){let n=l(t?st(e):e);return ee(n),{spec:n,layers:W(n),times:Ye(n),x0:Oe(n)}}function st(e){let{preview_tol:t,preview_samples:n}=r.numbers,{samples:i,tol:a}=l(e);return{...e,samples:Math.min(i,n),tol:Math.max(a,t)}}var ct=()=>({...r.hello,unserved:g}),lt=class{tell;pause;kernels=new Map;jobs=new Map;kept=new Map;constructor(e,t){this.tell=e,this.pause=t}receive(e){let t=e.slot??(e.type===`sweep`?`sweep`:`a`);switch(e.type){case`run`:return this.start(t,e,n=>this.run(n,t,e));case`sweep`:return this.start(t,{...e,slot:t},t=>this.sweep(t,e));case`verdict`:return this.start(`verdict`,e,()=>this.judge(t,e));case`cancel`:return this.cancel(t)}}cancel(e){let t=this.jobs.get(e);t&&(t.canceled=!0),this.jobs.delete(e)}start(e,{id:t,slot:n=e},r){this.cancel(e);let i={canceled:!1};this.jobs.set(e,i),r(i).then(e=>{e||this.tell({type:`ended`,id:t,slot:n,status:`canceled`})},e=>{let r=e instanceof a?e.field:null;if(this.tell({type:`ended`,id:t,slot:n,status:`error`,field:r,message:e.message}),!(e instanceof a))throw e})}loaded(e){return this.kernels.has(e)||this.kernels.set(e,ze.load()),this.kernels.get(e)}async run(e,t,{id:n,spec:i,preview:a=!1}){let o=performance.now(),s=Q(i,a),c={id:n,slot:t};this.tell({...be(s,i),...c,preview:a});let l=new ut(this.tell,c,s.spec,a?r.numbers.preview_stride:1);l.add({first:0,times:s.times.slice(0,1),x:s.x0});let u=await this.follow(e,t,s,e=>l.add(e));if(!u)return!1;for(l.send();l.measure();)if(await this.pause(),e.canceled)return!1;let d=l.last;return a||this.kept.set(t,{problem:s,x:d,t:s.times[s.times.length-1]}),this.tell({type:`ended`,...c,status:`done`,merges:null,norm_error:l.normError(),theory:{curves:[],levels:[],times:[]},solver:{...u,wall_time:(performance.now()-o)/1e3}}),!0}async follow(e,t,n,i){let o=Ve(await this.loaded(t),n),[s,{seconds:c}]=[performance.now(),r.limits];for(;;){if(e.canceled)return null;if(performance.now()-s>1e3*c)throw new a(`t_end`,`The page follows a run for at most ${c} s, and this one takes longer. Ask for a smaller \\`t_end\\` or fewer tokens.`);let{value:t,done:n}=o.next();if(n)return t;t&&i(t),await this.pause()}}async judge(e,{id:t}){let n=this.kept.get(e);if(!n)throw new a(null,`There is no run to judge.`);let r=$e(await this.loaded(`verdict`),n.problem,n.t,n.x);return this.tell({type:`verdict`,id:t,slot:e,verdict:r}),!0}async sweep(e,{id:t,spec:n,betas:r}){for(let[i,a]of r.entries()){let o=Q({...n,beta:a}),s=[w(o.x0,o.spec)];if(!await this.follow(e,`sweep`,o,({x:e})=>{let t=o.x0.length;for(let n=0;n<e.length;n+=t)s.push(w(e.subarray(n,n+t),o.spec))}))return!1;let c=e=>Float64Array.from(s,t=>t[e]);this.tell({type:`row`,id:t,slot:`sweep`,row:i,rows:r.length,beta:a,arrays:{times:o.times,count:c(`count`),alignment:c(`alignment`),energy:c(`energy`)}})}return this.tell({type:`swept`,id:t,slot:`sweep`}),!0}},ut=class{tell;header;spec;stride;last=null;unsent=[];rows=[];measured=0;sent=-1/0;constructor(e,t,n,r){this.tell=e,this.header=t,this.spec=n,this.stride=r}add({first:e,times:t,x:n}){this.unsent.push({first:e,times:t,x:n});let r=this.spec.n*this.spec.d;for(let e=0;e<n.length;e+=r)this.rows.push(this.last=n.subarray(e,e+r));performance.now()-this.sent>at&&this.send()}send(){if(!this.unsent.length)return;let e=Float64Array.from(this.unsent.flatMap(e=>[...e.times])),t=new Float32Array(e.length*this.spec.n*this.spec.d),n=0;for(let e of this.unsent)t.set(e.x,n),n+=e.x.length;this.tell({type:`path`,...this.header,first:this.unsent[0].first,arrays:{times:e,x:t}}),[this.unsent,this.sent]=[[],performance.now()]}measure(){let e=performance.now(),[t,n]=[[],[]],r=this.rows.length-1;for(;this.measured<=r&&performance.now()-e<ot;this.measured++)(r-this.measured)%this.stride||(t.push(this.measured),n.push(w(this.rows[this.measured],this.spec)));let i=new Int16Array(n.length*this.spec.n);n.forEach((e,t)=>i.set(e.labels,t*this.spec.n));let a=e=>Float64Array.from(n,t=>t[e]);return this.tell({type:`measures`,...this.header,arrays:{rows:Int32Array.from(t),labels:i,count:a(`count`),loose:a(`loose`),energy:a(`energy`),alignment:a(`alignment`)}}),this.measured<=r}normError(){let{d:e,space:t}=this.spec;if(!r.spaces[_(t)].unit)return null;let n=0;for(let t of this.rows)for(let r=0;r<t.length;r+=e){let i=0;for(let n=0;n<e;n++)i+=t[r+n]**2;n=Math.max(n,Math.abs(Math.sqrt(i)-1))}return n}};function dt(){let{port1:e,port2:t}=new MessageChannel,n=[];return e.onmessage=()=>n.shift()(),()=>new Promise(e=>{n.push(e),t.postMessage(null)})}var $=e=>self.postMessage(e),ft=new lt($,dt());self.onmessage=({data:e})=>ft.receive(e),$(ct())})();',Uf=class{file;first;saves=!1;worker;receive=()=>{};opened=[];shown=null;constructor(e=null,t){this.file=e,this.first=t;let n=URL.createObjectURL(new Blob([Hf],{type:`text/javascript`}));this.worker=new Worker(n),this.worker.addEventListener(`message`,()=>URL.revokeObjectURL(n),{once:!0})}send(e){(e.type!==`verdict`||e.id!==this.shown)&&(e.type===`open`?this.open(e.id):this.worker.postMessage(e))}listen(e,t){this.receive=e,this.worker.onerror=e=>t(`The page cannot compute: ${e.message}.`);let n=this.file===null?null:Wf(this.file);this.worker.onmessage=async({data:t})=>{t.type===`hello`&&n?e(this.greeting(t,await n)):t.type===`hello`&&this.first?e({...t,first:JSON.parse(this.first)}):e(t)}}greeting(e,t){return this.opened=t.slice(1),{...e,first:t[0].first,opened:!0}}open(e){this.shown=e;for(let t of this.opened)this.receive({...t,id:e,slot:`a`})}};async function Wf(e){let t=Uint8Array.from(atob(e),e=>e.charCodeAt(0)),n=new Blob([t]).stream().pipeThrough(new DecompressionStream(`gzip`));return[...tf(await new Response(n).arrayBuffer())]}function Gf(e,t,n){let r=new Qd(e,t,n);return Vf(r),Object.assign(e,{tokenflock:r,tokenflockTools:{gifOf:gf,svgOf:ff,videoKind:Af,videoOf:jf}}),r}var Kf=typeof document>`u`?null:document.getElementById(`tokenflock`);if(Kf&&!Kf.classList.contains(`tkf`)){let e=document.getElementById(`tokenflock-run`);`live`in Kf.dataset?Gf(Kf,new rf,!0):Gf(Kf,new Uf(e?.textContent.trim()??null,Kf.dataset.first),!0)}var qf={render({model:e,el:t}){let n=t.appendChild(document.createElement(`div`));n.classList.add(`tkf-widget`),Gf(n,new af(e),!1)}};export{w as Run,ld as attentionRows,qf as default,Hf as workerSource};