-- Neovim, headless: rename the name at line 1, column 3, answer the server's question, read the diagnostics back.
-- Works from 0.7 on, where vim.lsp.start does not exist yet.
local lines = {}
local function log(text) table.insert(lines, text) end
local ok, err = pcall(function()
  vim.ui.select = function(items, opts, choose)
    log('asked ' .. (opts.prompt or ''):gsub('\n', ' '))
    for index, item in ipairs(items) do
      local title = type(item) == 'table' and item.title or item
      if title == vim.env.ANSWER then choose(item, index); return end
    end
    choose(nil, nil)
  end
  vim.fn.inputlist = function(list)
    log('asked ' .. list[1]:gsub('\n', ' '))
    for index, item in ipairs(list) do
      if item == string.format('%d. %s', index - 2, vim.env.ANSWER) then return index - 2 end
    end
    return 0
  end
  local id = vim.lsp.start_client({
    name = 'holdfast',
    cmd = vim.fn.json_decode(vim.env.SERVER_COMMAND),
    root_dir = vim.fn.getcwd(),
    init_options = { holdfast = vim.fn.json_decode(vim.env.SETTINGS) },
  })
  vim.lsp.buf_attach_client(0, id)
  vim.wait(60000, function()
    local client = vim.lsp.get_client_by_id(id)
    return client ~= nil and client.initialized == true
  end, 50)
  vim.api.nvim_win_set_cursor(0, { 1, 2 })
  vim.lsp.buf.rename(vim.env.NEW_NAME)
  local done = vim.wait(60000, function()
    if vim.env.EXPECT == 'renamed' then return vim.fn.search('\\<' .. vim.env.NEW_NAME .. ' = ', 'nw') > 0 end
    return #vim.diagnostic.get(0) > 0
  end, 50)
  vim.wait(500, function() return false end, 50)
  log('done ' .. tostring(done))
  for _, each in ipairs(vim.diagnostic.get(0)) do
    log('diagnostic ' .. tostring(each.source) .. ' ' .. tostring(each.code or (each.user_data and each.user_data.lsp and each.user_data.lsp.code)) .. ' ' .. (each.lnum + 1) .. ' ' .. each.message:gsub('\n', ' '))
  end
  vim.cmd('silent wall')
  vim.lsp.stop_client(id)
  vim.wait(3000, function() return vim.lsp.get_client_by_id(id) == nil end, 50)
end)
log('ok ' .. tostring(ok) .. ' ' .. tostring(err or ''))
local file = io.open(vim.env.REPORT, 'w')
file:write(table.concat(lines, '\n') .. '\n')
file:close()
vim.cmd('qa!')
