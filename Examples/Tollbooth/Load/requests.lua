-- Sends each request with an id and a user of its own, and checks that the response is about both.
local checked, wrong = 0, 0
local threads = {}

function setup(thread)
    thread:set("number", #threads)
    table.insert(threads, thread)
end

function init()
    count = 0
    method = wrk.path == "/books" and "GET" or "POST"
end

function request()
    count = count + 1
    local id = number .. "-" .. count
    return wrk.format(method, nil, { ["X-Request-ID"] = id, ["X-User"] = "user-" .. id })
end

-- The header has the id of the request, which the receipt and its user have to repeat.
function response(status, headers, body)
    checked_here = (checked_here or 0) + 1
    local id = headers["X-Request-ID"]
    local isRight = status == 200 and id ~= nil
    if isRight and method == "POST" then
        isRight = body:find('"requestID":"' .. id .. '"', 1, true) and body:find('"user":"user-' .. id .. '"', 1, true)
    end
    if not isRight then wrong_here = (wrong_here or 0) + 1 end
end

function done(summary, latency)
    for _, thread in ipairs(threads) do
        checked = checked + (thread:get("checked_here") or 0)
        wrong = wrong + (thread:get("wrong_here") or 0)
    end
    io.write(string.format(
        "result %d %d %d %.1f %d %d\n",
        checked, wrong, summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout,
        summary.requests / summary.duration * 1e6, latency:percentile(50), latency:percentile(99)
    ))
end
